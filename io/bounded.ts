/** Maps in input order with at most `limit` calls under way. The first failure stops new calls, waits for those running, then rejects. */
export async function mapBounded<In, Out>(
  items: readonly In[],
  limit: number,
  call: (item: In, index: number) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = [];
  const failures: unknown[] = [];
  let next = 0;
  async function lane(): Promise<void> {
    while (next < items.length && failures.length === 0) {
      const index = next++;
      const item = items[index] as In;
      await call(item, index).then(
        (value) => {
          results[index] = value;
        },
        (failure: unknown) => {
          failures.push(failure);
        },
      );
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Math.min(limit, items.length)) }, lane));
  if (failures.length > 0) throw failures[0];
  return results;
}
