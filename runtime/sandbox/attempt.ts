/** What a function that reads foreign input gave, or what it said when it refused. Of our own bugs only a message remains, so keep `work` small. */
export function attempt<T>(work: () => T): { readonly value: T } | { readonly failed: string } {
  try {
    return { value: work() };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
