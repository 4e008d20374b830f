import { InfraError } from '#schema/errors.ts';

function statusOf(error: unknown): number | null {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : null;
}

/** Labels under our own name; those that have it already keep it. */
export function prefixed(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([key, value]) => [key.startsWith('loopsmith.') ? key : `loopsmith.${key}`, value]));
}

/** Whatever the engine refuses is trouble of the machine: the commands' own failures are results and never come here. */
export async function trouble<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof InfraError) throw cause;
    throw new InfraError(`docker: ${what}: ${cause instanceof Error ? cause.message.trim() : String(cause)}`, { cause });
  }
}

/** Null for what the engine does not have. */
export async function absentAsNull<T>(what: string, work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (cause) {
    if (statusOf(cause) === 404) return null;
    return trouble(what, Promise.reject(cause));
  }
}
