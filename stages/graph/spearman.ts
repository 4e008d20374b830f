/** A correlation, or why there is none. */
export type Rho = { readonly value: number } | { readonly unscored: string };

/**
 * Spearman's rank correlation of paired values: Pearson's correlation of their ranks, equal values at the mean of the ranks they take
 * up. In [-1, 1]. The two lists are of one length.
 */
export function spearman(x: readonly number[], y: readonly number[]): Rho {
  if (x.length !== y.length) throw new Error(`${x.length} values are paired with ${y.length}`);
  if (x.length < 2) return { unscored: 'fewer than two units are in both' };
  const [a, b] = [centred(ranks(x)), centred(ranks(y))];
  const [va, vb] = [product(a, a), product(b, b)];
  if (va === 0 || vb === 0) return { unscored: 'the units in both lie in one layer' };
  // Sums of halves are exact, so equal orders give exactly 1; the root of a product may stray by a last digit.
  return { value: Math.max(-1, Math.min(1, product(a, b) / Math.sqrt(va * vb))) };
}

/** Ranks from 1; equal values share the mean of theirs. */
function ranks(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value || a.index - b.index);
  const found = new Array<number>(values.length).fill(0);
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && order[end]?.value === order[start]?.value) end += 1;
    for (const { index } of order.slice(start, end)) found[index] = (start + 1 + end) / 2;
    start = end;
  }
  return found;
}

/** Ranks of one length always sum to `n(n+1)/2`, ties or not. */
function centred(found: readonly number[]): number[] {
  return found.map((rank) => rank - (found.length + 1) / 2);
}
function product(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
