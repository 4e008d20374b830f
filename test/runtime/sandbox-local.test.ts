import { describe, expect, test } from 'vitest';
import { hostContainment, localSandboxes } from '#runtime/sandbox/local.ts';
import { sandboxContract } from '#test/contracts/sandbox.ts';

const containment = await hostContainment();

describe.skipIf(containment !== 'bubblewrap')('with bubblewrap', () => {
  sandboxContract('local, bubblewrap', async () => ({ provider: localSandboxes('bubblewrap'), image: null, contained: true }));
});
if (containment !== 'bubblewrap') console.warn('SKIPPED: sandbox contract of local with bubblewrap: bwrap does not start a command here');

sandboxContract('local, process group', async () => ({ provider: localSandboxes('process-group'), image: null, contained: false }));

test('the provider says what its isolation is', () => {
  expect(localSandboxes('bubblewrap').isolation).toContain('bubblewrap');
  expect(localSandboxes('process-group').isolation).toContain('process group only');
});
