import { InfraError } from '#schema/errors.ts';
import type { Sandbox, SandboxProvider } from './sandbox.ts';

/** A provider that closes what is still open when it is closed itself, and opens nothing after. */
export interface BoundedSandboxes extends SandboxProvider, AsyncDisposable {}

/**
 * A provider of which at most `limit` sandboxes are open at a time; the others wait their turn, first come first served. Time limits
 * mean something only where the sandboxes do not crowd each other. Whoever holds one must not wait for a second. Closing it ends the
 * sandboxes of work that was interrupted.
 */
export function atMost(limit: number, provider: SandboxProvider): BoundedSandboxes {
  const open = new Set<Sandbox>();
  const opening = new Set<Promise<unknown>>();
  const waiting: (() => void)[] = [];
  let free = limit;
  let closed = false;
  const enter = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((turn) => waiting.push(turn));
    if (!closed) return;
    leave();
    throw new InfraError('the sandboxes are closed');
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  const begin = async (spec: Parameters<SandboxProvider['open']>[0]): Promise<Sandbox> => {
    const [opened] = await Promise.allSettled([provider.open(spec)]);
    if (opened.status === 'rejected') {
      leave();
      throw opened.reason;
    }
    const sandbox = leaving(opened.value, () => {
      open.delete(sandbox);
      leave();
    });
    open.add(sandbox);
    return sandbox;
  };
  return {
    name: provider.name,
    isolation: provider.isolation,
    async open(spec) {
      await enter();
      const begun = begin(spec);
      opening.add(begun);
      const [settled] = await Promise.allSettled([begun]);
      opening.delete(begun);
      if (settled.status === 'rejected') throw settled.reason;
      return settled.value;
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      await Promise.allSettled(opening);
      await Promise.allSettled([...open].map((sandbox) => sandbox[Symbol.asyncDispose]()));
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
