import { expect, it } from 'vitest';
import { firstOf } from '#pipeline/attempt.ts';
import { InfraError } from '#schema/errors.ts';

it('trouble that a failing disposal hides is told as what it is', async () => {
  async function work(): Promise<void> {
    await using _engine = { [Symbol.asyncDispose]: async () => Promise.reject(new Error('the container is gone')) };
    throw new InfraError('docker: the daemon went away');
  }
  const thrown = await work().then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).not.toBeInstanceOf(InfraError);
  expect(firstOf(thrown)).toBeInstanceOf(InfraError);
  expect(firstOf(new Error('plain'))).toEqual(new Error('plain'));
});
