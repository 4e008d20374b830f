import type { Problem } from '#schema/check.ts';
import { isValues, listOf, problem, type Values } from './check-view.ts';
import { volumeProblem, type VolumeRules } from './check-volume.ts';

interface ServiceRules extends VolumeRules {
  readonly services: ReadonlySet<string>;
}

/** Keys that say nothing about the host; those with rules of their own are in `RULES`. */
const HARMLESS: ReadonlySet<string> = new Set([
  'image',
  'container_name',
  'command',
  'entrypoint',
  'environment',
  'working_dir',
  'depends_on',
  'networks',
  'healthcheck',
  'expose',
  'hostname',
  'init',
  'tty',
  'stdin_open',
  'user',
  'read_only',
  'cap_drop',
  'cpus',
  'mem_limit',
  'pids_limit',
  'stop_grace_period',
  'labels',
]);
const BUILD_KEYS: ReadonlySet<string> = new Set(['context', 'dockerfile', 'args', 'target']);

type Rule = (value: unknown, at: string, rules: ServiceRules) => readonly Problem[];

function refuse(code: string, what: string, fix: string): Rule {
  return (_value, at) => [problem(code, at, what, fix)];
}

/** pid, ipc, uts, userns_mode, cgroup, network_mode: a namespace of the host's or of another container. */
const namespace: Rule = (value, at) => {
  const text = String(value);
  const network = at.endsWith('.network_mode');
  if (network && text === 'none') return [];
  if (text === 'host')
    return [problem(network ? 'compose-host-network' : 'compose-host-namespace', at, 'joins the host', 'Remove the key.')];
  if (/^(?:container|service):/.test(text)) return [problem('compose-container-namespace', at, `joins ${text}`, 'Remove the key.')];
  return text === 'private' || text === 'shareable' ? [] : [problem('compose-key', at, `"${text}" is not allowed`, 'Remove the key.')];
};

const securityOptions: Rule = (value, at) =>
  listOf(value).flatMap((option) => {
    const text = String(option).replace('=', ':');
    if (/^no-new-privileges(?::true)?$/.test(text)) return [];
    if (/unconfined|disable/.test(text))
      return [problem('compose-unconfined', at, `${String(option)} takes a protection away`, 'Remove it.')];
    return [problem('compose-security-option', at, `${String(option)} is not allowed`, 'Only no-new-privileges is allowed.')];
  });

function leaves(path: string): boolean {
  return path.startsWith('/') || path.startsWith('~') || path.includes('$') || path.split('/').includes('..');
}

const build: Rule = (value, at) => {
  const parts: Values = typeof value === 'string' ? { context: value } : isValues(value) ? value : {};
  if (typeof value !== 'string' && !isValues(value)) return [problem('shape', at, 'is no map', 'Write build as a path or a map.')];
  return Object.entries(parts).flatMap(([key, inner]) => {
    const place = `${at}.${key}`;
    if (!BUILD_KEYS.has(key)) return [problem('compose-key', place, 'is not allowed', `Known: ${[...BUILD_KEYS].join(', ')}.`)];
    if (key !== 'context' && key !== 'dockerfile') return [];
    const path = String(inner);
    if (/^[a-z+]+:\/\/|^git@|^github\.com\//i.test(path))
      return [problem('compose-remote-context', place, `"${path}" is fetched from elsewhere`, 'Build from the task directory.')];
    return leaves(path) ? [problem('compose-build-path', place, `"${path}" leaves the task`, 'Build from the task directory.')] : [];
  });
};

const volumes: Rule = (value, at, rules) =>
  listOf(value).flatMap((volume, index) => {
    const found = volumeProblem(volume, `${at}.${index}`, rules);
    return found === null ? [] : [found];
  });

const RULES: Readonly<Record<string, Rule>> = {
  build,
  volumes,
  pid: namespace,
  ipc: namespace,
  uts: namespace,
  userns_mode: namespace,
  cgroup: namespace,
  network_mode: namespace,
  security_opt: securityOptions,
  privileged: (value, at) => (value === false ? [] : [problem('compose-privileged', at, 'gives the host away', 'Remove the key.')]),
  devices: refuse('compose-devices', 'gives the container a device', 'Remove the key.'),
  volumes_from: refuse('compose-volumes-from', "shares another container's files", 'Remove the key.'),
  cap_add: refuse('compose-capability', 'adds a capability', 'Remove the key.'),
  extends: refuse('compose-include', 'takes its definition from elsewhere', 'Write the service out.'),
  env_file: refuse('compose-file-reference', 'reads a file of the host', 'Write the variables under environment.'),
  configs: refuse('compose-file-reference', 'reads a file of the host', 'Remove the key.'),
  secrets: refuse('compose-file-reference', 'reads a file of the host', 'Remove the key.'),
};

/** The problems of one service, each at its key. */
export function checkComposeService(service: Values, at: string, rules: ServiceRules): readonly Problem[] {
  return Object.entries(service).flatMap(([key, value]) => {
    const rule = RULES[key];
    if (rule !== undefined && Object.hasOwn(RULES, key)) return rule(value, `${at}.${key}`, rules);
    if (HARMLESS.has(key)) return [];
    return [problem('compose-key', `${at}.${key}`, 'is not on the list of allowed keys', 'Remove it.')];
  });
}
