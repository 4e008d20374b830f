/** A path as it stands in the text, `a::b::<T>::c` or `<Pot as Fill>::of` → its parts, without type arguments. */
export function pathParts(text: string): string[] {
  let plain = text.replace(/\s+/g, ' ').trim();
  const cast = /^<\s*(?:&|mut |dyn |impl )*(.*?)(?: as .*)?>((?:::.*)?)$/.exec(plain);
  if (cast !== null) plain = `${cast[1] ?? ''}${cast[2] ?? ''}`;
  for (let shorter = plain.replace(/(?:::\s*)?<[^<>]*>/g, ''); shorter !== plain; shorter = plain.replace(/(?:::\s*)?<[^<>]*>/g, ''))
    plain = shorter;
  return plain
    .replace(/^::/, '')
    .split('::')
    .map((part) => part.trim().replace(/^r#/, '').replace(/^\$/, ''));
}

/**
 * A path that starts with `self` or `super`, as the file has it: what stays inside the file starts with its own module's name, what
 * leaves it with `super`. `inside` is true for the first. Other paths are left as they are, `inside` false.
 */
export function relocated(parts: readonly string[], modules: readonly string[]): { readonly parts: string[]; readonly inside: boolean } {
  if (parts[0] !== 'self' && parts[0] !== 'super') return { parts: [...parts], inside: false };
  const base = [...modules];
  const up: string[] = [];
  let at = 0;
  for (; parts[at] === 'self' || parts[at] === 'super'; at += 1) {
    if (parts[at] === 'super' && base.pop() === undefined) up.push('super');
  }
  const rest = parts.slice(at);
  return up.length > 0 ? { parts: [...up, ...rest], inside: false } : { parts: [...base, ...rest], inside: true };
}

/** True for what is a type, a trait, a variant or a constant by convention, and so no module. */
export function isCapitalised(name: string): boolean {
  return /^_*\p{Lu}/u.test(name);
}
