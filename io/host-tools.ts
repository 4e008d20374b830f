import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname } from 'node:path';
import { toolDirectories } from './environment.ts';

const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/opt'];

function within(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

/** What of a tool directory has to be seen for its tools to work: the tool chain's own directory, never the whole home. */
function toolChainOf(directory: string): string {
  const home = homedir();
  if (within(directory, home) && directory !== home) return `${home}/${directory.slice(home.length + 1).split('/')[0] ?? ''}`;
  return ['bin', 'sbin', 'shims'].includes(basename(directory)) ? dirname(directory) : directory;
}

/** PATH for commands in a local sandbox: that of the host, without what a package runner put before it for its own project. */
export function hostPath(): readonly string[] {
  return toolDirectories().filter((directory) => !directory.includes('/node_modules/'));
}

/** System directories of the host that hold programs, and the tool chains on PATH outside them; existing ones, each once. */
export function programDirectories(): readonly string[] {
  const chains = hostPath()
    .filter((directory) => existsSync(directory))
    .flatMap((directory) => [directory, realpathSync(directory)])
    .filter((directory) => !SYSTEM.some((root) => within(directory, root)))
    .map(toolChainOf)
    .filter((directory) => directory !== '/' && !['/root', '/home', '/tmp', '/proc', '/dev', '/sys'].includes(directory));
  return [...new Set([...SYSTEM.filter((path) => existsSync(path)), ...chains])];
}
