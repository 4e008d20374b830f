import type { Sandbox, SandboxProvider } from './sandbox.ts';

/**
 * A provider of which at most `limit` sandboxes are open at a time; the others wait their turn, first come first served. Time limits
 * mean something only where the sandboxes do not crowd each other. Whoever holds one must not wait for a second.
 */
export function atMost(limit: number, provider: SandboxProvider): SandboxProvider {
  let free = limit;
  const waiting: (() => void)[] = [];
  const enter = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((turn) => waiting.push(turn));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    name: provider.name,
    isolation: provider.isolation,
    async open(spec) {
      await enter();
      const [opened] = await Promise.allSettled([provider.open(spec)]);
      if (opened.status === 'fulfilled') return leaving(opened.value, leave);
      leave();
      throw opened.reason;
    },
  };
}

function leaving(inner: Sandbox, leave: () => void): Sandbox {
  let left = false;
  return {
    workspace: inner.workspace,
    scratch: inner.scratch,
    exec: (argv, options) => inner.exec(argv, options),
    put: (files, at) => inner.put(files, at),
    remove: (paths, at) => inner.remove(paths, at),
    get: (path, maxBytes) => inner.get(path, maxBytes),
    snapshot: (at, skip) => inner.snapshot(at, skip),
    restore: (tree, at) => inner.restore(tree, at),
    async [Symbol.asyncDispose]() {
      const [ended] = await Promise.allSettled([inner[Symbol.asyncDispose]()]);
      if (!left) leave();
      left = true;
      if (ended.status === 'rejected') throw ended.reason;
    },
  };
}
