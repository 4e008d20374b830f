import type { Tree } from '#runtime/sandbox/sandbox.ts';

/** What a patch made of a tree. `tree` is a content id: equal ids mean equal files, modes and bytes. */
export type Applied = { readonly tree: string } | { readonly refused: string; readonly at: number };

/** Applies patches to a tree in order, exactly and with no fuzz. `at` is the index of the patch that did not apply. */
export interface Composer {
  apply(base: Tree, patches: readonly Buffer[]): Promise<Applied>;
}
