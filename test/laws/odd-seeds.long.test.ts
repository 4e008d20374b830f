import { test } from 'vitest';
import { walkHalf } from './long-walk.ts';

test('every law on the histories of odd seeds', () => walkHalf(1));
