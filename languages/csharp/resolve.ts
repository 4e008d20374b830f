import type { Resolver, TreeView } from '../language.ts';
import { folderOf, nameOf, upwards } from '../paths.ts';

const NAMESPACE = /^([ \t]*)namespace\s+([\p{L}_][\p{L}\p{N}_.]*)\s*([;{]|$)/gmu;
const GLOBAL_USING = /^[ \t]*global\s+using\s+([\p{L}_][\p{L}\p{N}_.]*)\s*;/gmu;
const PROJECT_USING = /<Using\s+Include="([\w.]+)"\s*\/?>/g;
/** Namespaces of the platform and of what most projects use: that a repository adds to one does not make it the repository's. */
const PLATFORM = new RegExp(
  String.raw`^(?:System(?:\.(?:Buffers|Collections|ComponentModel|Data|Diagnostics|Globalization|IO|Linq|Net|Numerics|Reflection|Resources|` +
    String.raw`Runtime|Security|Text|Threading|Xml)(?:\..*)?)?|Microsoft\.(?:AspNetCore|CodeAnalysis|CSharp|EntityFrameworkCore|Extensions|Win32)(?:\..*)?)$`,
);

/** Namespaces that a file has parts of, a nested one by its full name; `''` where it names none. */
export function csharpNamespaces(text: string): string[] {
  const around: { readonly indent: number; readonly name: string }[] = [];
  const names = new Set<string>();
  for (const [, indent = '', name = '', end] of text.replace(/^\uFEFF/, '').matchAll(NAMESPACE)) {
    while ((around.at(-1)?.indent ?? -1) >= indent.length) around.pop();
    const parent = around.at(-1)?.name;
    const full = parent === undefined ? name : `${parent}.${name}`;
    names.add(full);
    if (end !== ';') around.push({ indent: indent.length, name: full });
  }
  return names.size === 0 ? [''] : [...names];
}

/** `a.b.c` → itself, `a.b`, `a`, `''`. */
function outwards(namespace: string): string[] {
  const names = [namespace];
  for (let at = namespace; at !== ''; ) {
    at = at.slice(0, Math.max(0, at.lastIndexOf('.')));
    names.push(at);
  }
  return names;
}

/** Projects that others are built without. */
function isTestSide(path: string): boolean {
  return (
    /(?:^|\/)(?:tests?|(?:[\w.]*[.a-z])?(?:Tests?|Specs|TestUtils|Testing))\//.test(path) || /(?:Tests?|Specs)\.cs$/.test(nameOf(path))
  );
}

class Namespaces {
  readonly files = new Map<string, string[]>();
  readonly of = new Map<string, readonly string[]>();
  /** By folder of a project: namespaces that are in view of all its files. */
  readonly global = new Map<string, Set<string>>();
  readonly platform: readonly string[];

  constructor(tree: TreeView) {
    const projects = new Set(tree.paths.filter((path) => path.endsWith('.csproj')).map(folderOf));
    const projectOf = (path: string): string => upwards(folderOf(path)).find((folder) => projects.has(folder)) ?? '';
    const share = (project: string, text: string, pattern: RegExp): void => {
      for (const [, name = ''] of text.matchAll(pattern)) this.global.set(project, (this.global.get(project) ?? new Set()).add(name));
    };
    for (const path of tree.paths) {
      if (path.endsWith('.csproj') || nameOf(path) === 'Directory.Build.props') share(folderOf(path), tree.text(path) ?? '', PROJECT_USING);
      const text = path.endsWith('.cs') || path.endsWith('.csx') ? tree.text(path) : null;
      if (text === null) continue;
      this.of.set(path, csharpNamespaces(text));
      for (const name of this.of.get(path) ?? []) this.files.set(name, [...(this.files.get(name) ?? []), path]);
      if (text.includes('global using')) share(projectOf(path), text, GLOBAL_USING);
    }
    this.platform = [...this.files.keys()].filter((name) => PLATFORM.test(name));
  }

  /** Namespaces in view of a file without a directive of its own, the innermost first. */
  inView(path: string): string[] {
    const own = (this.of.get(path) ?? []).flatMap(outwards);
    const global = upwards(folderOf(path)).flatMap((folder) => [...(this.global.get(folder) ?? [])]);
    return [...new Set([...own, ...global, ...this.platform])];
  }
}

/**
 * A namespace is all files that have a part of it, named in full or from a namespace around the one that names it. Code of a namespace
 * sees those around it, what its project uses globally, and what the repository adds to namespaces of the platform, which are no
 * modules of it; programs do not see their tests.
 */
export function csharpResolver(tree: TreeView): Resolver {
  const namespaces = new Namespaces(tree);
  const visible = (files: readonly string[], fromPath: string): string[] =>
    isTestSide(fromPath) ? [...files] : files.filter((path) => !isTestSide(path));
  return {
    resolveModule(module, fromPath) {
      if (PLATFORM.test(module)) return [];
      const own = (namespaces.of.get(fromPath) ?? []).flatMap(outwards);
      for (const around of [...new Set([...own, ''])]) {
        const files = visible(namespaces.files.get(around === '' ? module : `${around}.${module}`) ?? [], fromPath);
        if (files.length > 0 && module !== '') return files;
      }
      return [];
    },
    samePackage(fromPath) {
      if (!namespaces.of.has(fromPath)) return [];
      const files = new Set(namespaces.inView(fromPath).flatMap((name) => namespaces.files.get(name) ?? []));
      return visible([...files], fromPath).filter((path) => path !== fromPath);
    },
  };
}
