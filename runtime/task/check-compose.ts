import type { Problem } from '#schema/check.ts';
import { isValues, problem, readMap, type Values } from './check-view.ts';
import { checkComposeService } from './check-service.ts';
import { LOG_BINDS } from './emit-container.ts';
import type { TaskFiles } from './files.ts';

const TOP_LEVEL: ReadonlySet<string> = new Set(['services', 'volumes', 'networks', 'version', 'name']);
const OUTSIDE: ReadonlySet<string> = new Set(['include', 'extends']);

/** Named volumes and networks: what they may say beside their name. */
function namedProblems(values: Values, kind: 'volumes' | 'networks', place: string): readonly Problem[] {
  const named = values[kind];
  if (named === undefined) return [];
  if (!isValues(named)) return [problem('shape', `${place} ${kind}`, 'is no map', `Write ${kind} as a map of names.`)];
  const allowed = kind === 'networks' ? new Set(['internal']) : new Set<string>();
  return Object.entries(named).flatMap(([name, options]) => {
    if (options === null) return [];
    if (!isValues(options)) return [problem('shape', `${place} ${kind}.${name}`, 'is no map', 'Write its options as a map, or nothing.')];
    return Object.keys(options)
      .filter((key) => !allowed.has(key))
      .map((key) => {
        const driver = key === 'driver' || key === 'driver_opts';
        const code = driver ? 'compose-driver' : key === 'external' ? 'compose-external' : 'compose-key';
        return problem(
          code,
          `${place} ${kind}.${name}.${key}`,
          'is not allowed',
          'Only plain named volumes and private networks are allowed.',
        );
      });
  });
}

/**
 * docker-compose.yaml by an allow-list: what is not known to be harmless is refused. Upstream's dangers have codes of their own;
 * any other key is `compose-key`.
 */
export function checkCompose(files: TaskFiles): readonly Problem[] {
  const path = composePath(files);
  const { values, problems } = readMap(files, path);
  if (values === null) return problems;
  const place = files.place(path);
  const found: Problem[] = Object.keys(values)
    .filter((key) => !TOP_LEVEL.has(key))
    .map((key) => {
      const code = OUTSIDE.has(key) ? 'compose-include' : key === 'configs' || key === 'secrets' ? 'compose-file-reference' : 'compose-key';
      return problem(code, `${place} ${key}`, 'is not allowed', 'Keep the whole definition in this file, with known keys only.');
    });
  found.push(...namedProblems(values, 'volumes', place), ...namedProblems(values, 'networks', place));
  const services = values['services'];
  if (!isValues(services)) return [...found, problem('shape', `${place} services`, 'is no map', 'Write services as a map of names.')];
  if (!('client' in services))
    found.push(problem('compose-client', `${place} services`, 'has no service "client"', 'Name the workspace container "client".'));
  const volumes = new Set(isValues(values['volumes']) ? Object.keys(values['volumes']) : []);
  for (const [name, service] of Object.entries(services)) {
    const at = `${place} services.${name}`;
    if (!isValues(service)) found.push(problem('shape', at, 'is no map', 'Write the service as a map of keys.'));
    else found.push(...checkComposeService(service, at, { volumes, logBinds: LOG_BINDS, services: new Set(Object.keys(services)) }));
  }
  return found;
}

/** Where task.yaml says that the compose file is, when that lies inside the task. */
function composePath(files: TaskFiles): string {
  const docker = readMap(files, 'task.yaml').values?.['docker'];
  const named = isValues(docker) && typeof docker['compose_file'] === 'string' ? docker['compose_file'] : 'docker-compose.yaml';
  return files.file(named) === undefined ? 'docker-compose.yaml' : named;
}
