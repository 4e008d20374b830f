import { describe, expect, test } from 'vitest';
import { languagesOf } from '../../../stages/scan/languages-of.ts';

describe('languages of a tree', () => {
  test('those of at least a tenth of the source files, most first', () => {
    const python = Array.from({ length: 12 }, (_, index) => `src/m${index}.py`);
    expect(languagesOf([...python, 'src/a.go', 'src/b.go', 'web/x.js', 'README.md', 'tests/test_a.py'])).toEqual(['python', 'go']);
  });

  test.each([
    ['c', ['src/a.c', 'src/b.c', 'src/a.h', 'src/b.h', 'src/c.h', 'tool/x.cpp'], ['c', 'cpp']],
    ['c++', ['src/a.cpp', 'src/b.cc', 'src/a.h', 'src/b.h', 'src/c.h', 'tool/x.c'], ['cpp', 'c']],
    ['headers alone', ['include/a.h', 'include/b.h'], ['cpp']],
  ])('headers that two claim count for the one that has more of its own: %s', (_name, paths, found) => {
    expect(languagesOf(paths)).toEqual(found);
  });
});
