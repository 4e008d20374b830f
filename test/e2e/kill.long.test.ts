import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { killOverAndOver } from './killing.ts';

const folder = mkdtempSync(join(tmpdir(), 'killed-often-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a build that is killed twenty times ends as one that was not', () => killOverAndOver(folder, 20, 7));
