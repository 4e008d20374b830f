import type { TreeView } from '../language.ts';
import { at, readJson, stringOf, tableOf } from '../manifest/json.ts';
import { nameOf } from '../paths.ts';

/** Absolute path of a tool's own entry file: started with `node`, so that nothing is looked up or downloaded. */
export function toolEntry(root: string, entry: string): string {
  return `${root}/node_modules/${entry}`;
}

/** True when any package.json of the tree (fixtures aside) depends on `name`. */
export function dependsOn(tree: TreeView, name: string): boolean {
  return manifests(tree).some((manifest) =>
    ['dependencies', 'devDependencies', 'peerDependencies'].some((group) => stringOf(at(manifest, group, name)) !== null),
  );
}

/** True when a `scripts` entry of a package.json matches. */
export function scriptMatches(tree: TreeView, pattern: RegExp): boolean {
  return manifests(tree).some((manifest) =>
    Object.values(tableOf(manifest['scripts']) ?? {}).some((line) => typeof line === 'string' && pattern.test(line)),
  );
}

function manifests(tree: TreeView): NonNullable<ReturnType<typeof readJson>>[] {
  return tree.paths
    .filter((path) => nameOf(path) === 'package.json' && !/(?:^|\/)(?:node_modules|fixtures|__fixtures__|examples?|docs?)\//.test(path))
    .flatMap((path) => [readJson(tree.text(path))].filter((json) => json !== null));
}
