import type { Problem } from '#schema/check.ts';
import { isValues, problem } from './check-view.ts';

export interface VolumeRules {
  /** Named volumes that the file declares. */
  readonly volumes: ReadonlySet<string>;
  /** The only host binds allowed, as written. */
  readonly logBinds: readonly string[];
}

const LOG_SOURCE = /^\$\{(?:[A-Z0-9]+_)*(?:TASK|CONTAINER)_(?:AGENT_)?LOGS_PATH\}$/;

/** Splits `source:target[:mode]`, leaving `${A:-b}` whole. */
function splitShort(text: string): readonly string[] {
  return text.match(/(?:\$\{[^}]*\}|[^:])+/g) ?? [];
}

/** What is wrong with one volume of a service, or null. */
export function volumeProblem(volume: unknown, at: string, rules: VolumeRules): Problem | null {
  const long = isValues(volume);
  const [source = '', target] = long ? [String(volume['source'] ?? ''), String(volume['target'] ?? '')] : splitShort(String(volume));
  if (/docker(?:\.sock|\/)|containerd\.sock|podman\.sock/.test(source))
    return problem('compose-docker-socket', at, "hands out the engine's socket", 'Remove it.');
  if (long && Object.keys(volume).some((key) => !['type', 'source', 'target', 'read_only'].includes(key))) {
    return problem('compose-key', at, 'has a key that is not allowed', 'Known: type, source, target, read_only.');
  }
  const type = long ? String(volume['type'] ?? 'volume') : null;
  if (type === 'tmpfs') return null;
  if (type !== 'bind' && rules.volumes.has(source)) return null;
  if (target === undefined && source.startsWith('/')) return null; // an anonymous volume of the container
  if (rules.logBinds.includes(String(volume)) || LOG_SOURCE.test(source)) return null;
  return problem('compose-host-bind', at, `binds "${source}" of the host`, 'Use a named volume; only the two log paths may be bound.');
}
