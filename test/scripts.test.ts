import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const script = (name: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', `scripts/${name}.ts`, ...args], { cwd: root, encoding: 'utf8', timeout: 60_000 });

describe.each(['check', 'docker-up', 'docker-down'])('%s', (name) => {
  it('prints help with examples, and does nothing else', () => {
    const ran = script(name, '--help');
    expect(ran.stdout).toMatch(/^Usage: pnpm [\s\S]*Examples:\n {2}\$ pnpm /);
    expect(ran.stderr).toBe('');
    expect(ran.status).toBe(0);
  });
  it('refuses a flag that it does not know, with exit 2', () => {
    const ran = script(name, '--helpp');
    expect(ran.stderr).toMatch(/unknown option '--helpp'/);
    expect(ran.status).toBe(2);
  });
});
