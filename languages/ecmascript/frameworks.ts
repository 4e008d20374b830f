import type { TestFramework } from '../language.ts';
import { jest } from './jest.ts';
import { mocha } from './mocha.ts';
import { nodeTest } from './node-test.ts';
import { ava, tap } from './tap.ts';
import { vitest } from './vitest.ts';

/** Best first: how exactly the runner names a case, and how much of its order is ours to choose. */
export const ECMASCRIPT_FRAMEWORKS: readonly TestFramework[] = [vitest, jest, mocha, ava, tap, nodeTest];
