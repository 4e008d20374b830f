import { HOME, HOSTNAME, SCRATCH, TMP, WORKSPACE } from './layout.ts';

/** Host directories behind the four writable places of one sandbox. */
export interface Places {
  readonly workspace: string;
  readonly scratch: string;
  readonly home: string;
  readonly tmp: string;
  /** Holds `group`, `hosts`, `nsswitch.conf` and `passwd`. */
  readonly etc: string;
}

/** Of /etc, only what programs need to start: names, keys and settings of the host stay out. */
const ETC = [
  'alternatives',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'ssl',
  'ca-certificates',
  'ca-certificates.conf',
  'mime.types',
  'java-17-openjdk',
  'maven',
  'python3',
  'fonts',
];

/**
 * A bubblewrap command line: own user, pid, network, ipc, uts and cgroup namespaces; programs read-only; nothing of the host's files
 * beside them; four writable places. `programs` are host directories seen at the same path.
 */
export function bubblewrapArgv(places: Places, programs: readonly string[], argv: readonly string[]): readonly string[] {
  const seen = programs.flatMap((path) => ['--ro-bind', path, path]);
  const etc = ETC.flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]);
  const names = ['group', 'hosts', 'nsswitch.conf', 'passwd'].flatMap((name) => ['--ro-bind', `${places.etc}/${name}`, `/etc/${name}`]);
  const writable = [
    [places.workspace, WORKSPACE],
    [places.scratch, SCRATCH],
    [places.home, HOME],
    [places.tmp, TMP],
  ].flatMap(([from, to]) => ['--bind', from ?? '', to ?? '']);
  return [
    'bwrap',
    '--unshare-all',
    '--die-with-parent',
    '--cap-drop',
    'ALL',
    '--uid',
    '1000',
    '--gid',
    '1000',
    '--hostname',
    HOSTNAME,
    ...seen,
    ...etc,
    ...names,
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    ...writable,
    '--remount-ro',
    '/',
    '--',
    ...argv,
  ];
}
