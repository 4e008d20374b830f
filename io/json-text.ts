/** The value of a JSON text, or null when it is none (a line torn by a crash, a file cut short). */
export function readJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
