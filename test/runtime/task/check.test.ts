import { describe, expect, it } from 'vitest';
import { checkTask } from '#runtime/task/check.ts';
import { gitComposer } from '#runtime/task/git-composer.ts';
import type { Tree } from '#runtime/sandbox/sandbox.ts';
import { toyTask, TOY_TASK_ID, withFiles } from '#test/kit/task.ts';

const GOOD = toyTask();
const text = (path: string): string => GOOD.find((file) => file.path === path)?.content.toString() ?? '';
/** The good task with one file's text changed; a replacement that changes nothing is a mistake of the table. */
function edit(path: string, from: string | RegExp, to: string): Tree {
  const changed = text(path).replace(from, to);
  if (changed === text(path)) throw new Error(`${path}: nothing to replace`);
  return withFiles(GOOD, { [path]: changed });
}
const yaml = (from: string | RegExp, to: string): Tree => edit('task.yaml', from, to);
const dag = (from: string | RegExp, to: string): Tree => edit('unit_dag.json', from, to);
const modules = (from: string | RegExp, to: string): Tree => edit('module_dag.yaml', from, to);
const compose = (line: string): Tree => edit('docker-compose.yaml', '    command:\n', `    ${line}\n    command:\n`);
const volume = (volumeLine: string): Tree => edit('docker-compose.yaml', '    volumes:\n', `    volumes:\n      - ${volumeLine}\n`);
const dockerfile = (line: string): Tree => withFiles(GOOD, { Dockerfile: `${text('Dockerfile')}${line}\n` });
const SECOND_EDGE = '{ "from": "unit_001", "to": "unit_002", "type": "prerequisite", "label": "again", "evidence": ["e0001"] }';

/** One planted defect each: its code, what it is, and the tree. Exactly that code must be found. */
const DEFECTS: readonly (readonly [code: string, what: string, tree: Tree])[] = [
  ['missing-file', 'no Dockerfile', withFiles(GOOD, { Dockerfile: null })],
  ['missing-file', 'no run-tests.sh', withFiles(GOOD, { 'run-tests.sh': null })],
  [
    'no-base',
    'no base/',
    GOOD.filter(({ path }) => !path.startsWith('base/')).map((file) =>
      file.path === 'Dockerfile' ? { ...file, content: Buffer.from('FROM x\n') } : file,
    ),
  ],
  ['symlink', 'a link', [...GOOD, { path: 'base/link', mode: '120000', content: Buffer.from('package.json') }]],
  ['unsafe-path', 'a path that leaves the task', [...GOOD, { path: '../x', mode: '100644', content: Buffer.from('x') }]],
  ['reserved-in-base', 'tests/ deep in base/', withFiles(GOOD, { 'base/pkg/tests/a.js': '' })],
  ['reserved-in-base', 'solution.sh in base/', withFiles(GOOD, { 'base/solution.sh': '' })],
  ['git-in-base', 'a git directory', withFiles(GOOD, { 'base/.git/HEAD': 'ref: refs/heads/main\n' })],
  ['blank-instruction', 'a blank instruction', yaml(/^instruction: .*$/m, 'instruction: "  "')],
  ['blank-author', 'author unknown', yaml('Toy Author', 'unknown')],
  ['blank-parser', 'no parser', yaml('parser_name: pytest', 'parser_name: ""')],
  ['unknown-parser', 'another parser', yaml('parser_name: pytest', 'parser_name: nose')],
  ['unknown-format', 'another format', yaml('format: pytest', 'format: tea-leaves')],
  ['bad-difficulty', 'difficulty extreme', yaml('difficulty: easy', 'difficulty: extreme')],
  ['bad-time', 'a negative time', yaml('max_agent_timeout_sec: 600', 'max_agent_timeout_sec: -1')],
  ['compose-path', 'a compose file elsewhere', yaml('compose_file: docker', 'compose_file: ../docker')],
  ['partial-provenance', 'a source without its licence', yaml('parser_name', 'source_url: https://toy.example\nparser_name')],
  ['shape', 'a list where docker is a map', yaml('docker:\n  compose_file: docker-compose.yaml', 'docker:\n  - docker-compose.yaml')],
  ['shape', 'task.yaml a list', withFiles(GOOD, { 'task.yaml': '- instruction\n' })],
  [
    'unit-graph-empty',
    'no nodes',
    withFiles(GOOD, { 'unit_dag.json': '{"repo_id": "x", "total_units": 0, "num_layers": 0, "nodes": [], "edges": []}' }),
  ],
  ['unit-graph-blank-id', 'a blank id', dag('"nodes": [', '"nodes": [{ "id": " ", "layer": 0, "has_tests": false },')],
  ['unit-graph-duplicate-id', 'an id twice', dag('"nodes": [', '"nodes": [{ "id": "unit_001", "layer": 0, "has_tests": true },')],
  ['unit-graph-layer-type', 'a layer in words', dag('"layer": 0', '"layer": "first"')],
  ['unit-graph-layer', 'a layer that contradicts the edges', dag('"layer": 0', '"layer": 1')],
  ['unit-graph-endpoint', 'an edge to nowhere', dag('"to": "unit_002"', '"to": "unit_009"')],
  ['unit-graph-self-edge', 'an edge to itself', dag('"to": "unit_002"', '"to": "unit_001"')],
  [
    'unit-graph-cycle',
    'a cycle',
    dag('"edges": [', '"edges": [{ "from": "unit_002", "to": "unit_001", "type": "t", "label": "l", "evidence": ["e0001"] },'),
  ],
  ['unit-graph-duplicate-edge', 'an edge twice', dag('"edges": [', `"edges": [${SECOND_EDGE},`)],
  ['unit-graph-totals', 'a wrong total', dag('"total_units": 2', '"total_units": 3')],
  ['unit-graph-totals', 'a wrong number of layers', dag('"num_layers": 2', '"num_layers": 5')],
  ['unit-without-tests', 'has_tests without tests', GOOD.filter(({ path }) => !path.startsWith('tests/unit_002/'))],
  ['module-graph-empty', 'no modules', modules(/nodes:\n(?: .*\n)+/, 'nodes: []\n')],
  ['module-graph-endpoint', 'a module edge to nowhere', modules('edges: []', 'edges:\n  - from: src\n    to: lib\n    label: x')],
  ['module-graph-self-edge', 'a module on itself', modules('edges: []', 'edges:\n  - from: src\n    to: src\n    label: x')],
  ['module-graph-duplicate-id', 'a module twice', modules('nodes:\n', 'nodes:\n  - id: src\n    impl_order: 1\n')],
  [
    'module-graph-cycle',
    'modules in a circle',
    modules(
      /nodes:(.|\n)*edges: \[\]/,
      'nodes: [{id: a, impl_order: 0}, {id: b, impl_order: 1}]\nedges: [{from: a, to: b}, {from: b, to: a}]',
    ),
  ],
  [
    'module-graph-order',
    'a module before what it needs',
    modules(/nodes:(.|\n)*edges: \[\]/, 'nodes: [{id: a, impl_order: 1}, {id: b, impl_order: 0}]\nedges: [{from: a, to: b}]'),
  ],
  ['module-graph-order-type', 'an order in words', modules('impl_order: 0', 'impl_order: first')],
  [
    'no-requirements',
    'no requirements',
    withFiles(GOOD, { 'requirements/unit_001.yaml': null, 'requirements/unit_002.yaml': null, 'slug_diff_map.json': '{}' }),
  ],
  ['requirement-field', 'a requirement without title', edit('requirements/unit_001.yaml', 'title: Add two numbers\n', '')],
  ['requirement-id', 'a requirement of another id', edit('requirements/unit_001.yaml', 'id: unit_001', 'id: unit_009')],
  ['shard-map-keys', 'a map with a key too many', edit('slug_diff_map.json', '{', '{ "unit_009.yaml": "gold_patches/unit_001.diff",')],
  ['shard-map-escapes', 'a shard elsewhere', edit('slug_diff_map.json', 'gold_patches/unit_001.diff', '../gold_patches/unit_001.diff')],
  ['shard-map-target', 'a shard that is not there', edit('slug_diff_map.json', 'gold_patches/unit_001.diff', 'gold_patches/unit_007.diff')],
  [
    'shard-map-keys',
    'a map with a key too few',
    withFiles(GOOD, { 'slug_diff_map.json': '{"unit_001.yaml": "gold_patches/unit_001.diff"}' }),
  ],
  [
    'unit-without-requirement',
    'a unit nobody asks for',
    withFiles(GOOD, {
      'gold_patches/.lhb_split_noop.json': '{"noop": ["unit_003"]}',
      'unit_dag.json': text('unit_dag.json')
        .replace('"total_units": 2', '"total_units": 3')
        .replace('"nodes": [', '"nodes": [{ "id": "unit_003", "layer": 0, "has_tests": false },'),
    }),
  ],
  ['shard-garbage', 'a shard that is no patch', withFiles(GOOD, { 'gold_patches/unit_001.diff': 'garbage\n' })],
  ['shard-garbage', 'a shard cut off', withFiles(GOOD, { 'gold_patches/unit_001.diff': text('gold_patches/unit_001.diff').slice(0, -20) })],
  ['shard-empty', 'an empty shard', withFiles(GOOD, { 'gold_patches/unit_001.diff': '' })],
  ['shard-of-noop', 'a shard of a noop', withFiles(GOOD, { 'gold_patches/.lhb_split_noop.json': '{"noop": ["unit_001"]}' })],
  [
    'shard-path',
    'a shard that writes tests',
    withFiles(GOOD, { 'gold_patches/unit_001.diff': text('gold_patches/unit_001.diff').replaceAll('src/add.js', 'tests/add.js') }),
  ],
  [
    'shard-refused',
    'a shard that does not apply',
    withFiles(GOOD, { 'gold_patches/unit_002.diff': text('gold_patches/unit_002.diff').replace("version = '1'", "version = '2'") }),
  ],
  [
    'gold-refused',
    'a whole that does not apply',
    withFiles(GOOD, { 'gold-patch.diff': text('gold-patch.diff').replace("version = '1'", "version = '2'") }),
  ],
  [
    'gold-mismatch',
    'a whole that is another',
    withFiles(GOOD, { 'gold-patch.diff': text('gold-patch.diff').replace('return a + b', 'return b + a') }),
  ],
  ['gold-in-base', 'the gold under another name', withFiles(GOOD, { 'base/docs/notes.txt': `notes\n${text('gold-patch.diff')}` })],
  [
    'solution-order',
    'a solution in the wrong order',
    edit('solution.sh', 'apply unit_001.diff\napply unit_002.diff', 'apply unit_002.diff\napply unit_001.diff'),
  ],
  ['solution-incomplete', 'a solution without a unit', edit('solution.sh', 'apply unit_002.diff\n', '')],
  [
    'selected-file',
    'a test file that is not there',
    edit('tests/unit_001/selected_tests.json', '"test/add.test.js"', '"test/other.test.js"'),
  ],
  ['selected-empty', 'a unit that nothing tells', edit('tests/unit_002/selected_tests.json', /"node\|[^"]*"/, '')],
  ['selected-shape', 'ids as a word', withFiles(GOOD, { 'tests/unit_002/selected_tests.json': '{"files": "all"}' })],
  ['edge-without-evidence', 'an edge on nothing', dag(/"evidence": \[[^\]]*\]/, '"evidence": []')],
  ['edge-evidence', 'an edge on unknown evidence', dag('"e0001"', '"e0009"')],
  ['evidence-shape', 'an environment without recipe', withFiles(GOOD, { 'evidence/environment.json': '{}' })],
  ['compose-client', 'no client', edit('docker-compose.yaml', '  client:', '  other:')],
  ['compose-privileged', 'privileged', compose('privileged: true')],
  ['compose-host-namespace', 'pid host', compose('pid: host')],
  ['compose-host-namespace', 'ipc host', compose('ipc: host')],
  ['compose-host-namespace', 'userns host', compose('userns_mode: host')],
  ['compose-host-network', 'network host', compose('network_mode: host')],
  ['compose-container-namespace', "another container's network", compose('network_mode: "container:x"')],
  ['compose-container-namespace', "another container's ipc", compose('ipc: "container:x"')],
  ['compose-devices', 'a device', compose('devices: ["/dev/kvm"]')],
  ['compose-volumes-from', "another container's volumes", compose('volumes_from: [x]')],
  ['compose-capability', 'a capability', compose('cap_add: [SYS_ADMIN]')],
  ['compose-unconfined', 'no seccomp', compose('security_opt: ["seccomp=unconfined"]')],
  ['compose-security-option', 'another profile', compose('security_opt: ["seccomp:./own.json"]')],
  ['compose-docker-socket', 'the socket', volume('/var/run/docker.sock:/var/run/docker.sock')],
  ['compose-host-bind', 'a host directory', volume('/etc:/host')],
  ['compose-host-bind', 'a directory beside', volume('./gold_patches:/gold')],
  ['compose-host-bind', 'a variable', volume('${HOME}:/host')],
  [
    'compose-driver',
    'a bind by driver options',
    edit('docker-compose.yaml', 'loopsbench_shared: {}', 'loopsbench_shared: { driver_opts: { device: / } }'),
  ],
  ['compose-external', 'a volume of others', edit('docker-compose.yaml', 'loopsbench_shared: {}', 'loopsbench_shared: { external: true }')],
  ['compose-build-path', 'a context outside', edit('docker-compose.yaml', 'context: .', 'context: ..')],
  ['compose-remote-context', 'a context from elsewhere', edit('docker-compose.yaml', 'context: .', 'context: https://toy.example/x.git')],
  ['compose-include', 'extends', compose('extends: { file: other.yaml, service: x }')],
  ['compose-include', 'include', edit('docker-compose.yaml', 'services:', 'include: [other.yaml]\nservices:')],
  ['compose-file-reference', 'an env file', compose('env_file: /etc/environment')],
  ['compose-file-reference', 'secrets', edit('docker-compose.yaml', 'services:', 'secrets: { x: { file: /etc/shadow } }\nservices:')],
  ['compose-key', 'a key nobody knows', compose('cgroup_parent: /')],
  ['dockerfile-from', 'no FROM', withFiles(GOOD, { Dockerfile: 'RUN true\n' })],
  ['dockerfile-gold', 'the whole context', dockerfile('COPY . /all')],
  ['dockerfile-gold', 'the gold', dockerfile('COPY ["gold_patches/", "/gold/"]')],
  ['dockerfile-escapes', 'a file outside', dockerfile('COPY ../x /x')],
  ['dockerfile-remote', 'a download', dockerfile('ADD https://toy.example/x /x')],
  ['dockerfile-onbuild', 'a trigger', dockerfile('ONBUILD RUN true')],
  ['dockerfile-volume', 'a volume over the workspace', dockerfile('VOLUME /workspace')],
];

describe('the checks of a task', () => {
  it.each(DEFECTS)('tell %s: %s', async (code, _what, tree) => {
    const found = await checkTask(TOY_TASK_ID, tree, gitComposer());
    expect([...new Set(found.filter(({ severity }) => severity === 'error').map((each) => each.code))]).toEqual([code]);
    for (const each of found) expect(each.place.startsWith(TOY_TASK_ID) || each.place === TOY_TASK_ID).toBe(true);
  });

  it("tell a name that is no task's", async () => {
    expect((await checkTask('click-7', GOOD, gitComposer())).map(({ code }) => code)).toEqual(['task-name']);
  });

  it('tell missing tests, beside the units that then have none', async () => {
    const found = await checkTask(
      TOY_TASK_ID,
      GOOD.filter(({ path }) => !path.startsWith('tests/')),
      gitComposer(),
    );
    expect(found.map(({ code }) => code)).toEqual(['no-tests', 'unit-without-tests', 'unit-without-tests']);
  });

  it('tell a unit with neither shard nor noop entry, and the map that points at nothing', async () => {
    const tree = withFiles(GOOD, { 'gold_patches/unit_002.diff': null });
    expect((await checkTask(TOY_TASK_ID, tree, gitComposer())).map(({ code }) => code)).toEqual(['unit-without-shard', 'shard-map-target']);
  });

  it('tell everything in one pass', async () => {
    const tree = withFiles(edit('task.yaml', 'difficulty: easy', 'difficulty: odd'), {
      'base/tests/x': '',
      'gold_patches/unit_001.diff': 'x',
    });
    expect((await checkTask(TOY_TASK_ID, tree, gitComposer())).map(({ code }) => code)).toEqual([
      'reserved-in-base',
      'shard-garbage',
      'bad-difficulty',
    ]);
  });

  it('name file, line and column of a list where a map belongs', async () => {
    const found = await checkTask(TOY_TASK_ID, yaml('docker:\n  compose_file: docker-compose.yaml', 'docker: [x]'), gitComposer());
    expect(found[0]?.place).toMatch(/^task_pr_0123abcd\/task\.yaml:\d+:\d+ docker$/);
  });
});
