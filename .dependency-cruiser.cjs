/**
 * The arrows of ARCHITECTURE.md: schema → languages, io → pipeline | runtime → stages. Each rule's comment is what whoever
 * breaks it reads.
 */

/** Folders of our own, as one alternation. */
const ROOMS = 'schema|languages|io|pipeline|runtime|stages|scripts|examples|bench|test';

/** A rule that `from` may import nothing of ours but itself and `rooms`. */
const onlyImports = (from, rooms, comment) => ({
  name: `${from}-imports-${rooms.length === 0 ? 'nothing-of-ours' : rooms.join('-')}`,
  severity: 'error',
  comment,
  from: { path: `^${from}/` },
  to: { path: `^(${ROOMS})/`, pathNot: `^(${[from, ...rooms].join('|')})/` },
});

/** A rule that a package or a part of Node has one owner (or a few, each named). */
const ownedBy = (name, packages, owners, comment) => ({
  name: `${name}-has-an-owner`,
  severity: 'error',
  comment,
  from: { path: '^(schema|languages|io|pipeline|runtime|stages|examples)/', pathNot: owners },
  to: { path: packages },
});

const npm = (...names) => names.map((name) => `(^|/)node_modules/${name}/`);

module.exports = {
  forbidden: [
    onlyImports(
      'schema',
      [],
      'schema/ is the vocabulary: it knows zod and nothing of ours. Move what needs more to the room that uses it.',
    ),
    {
      name: 'schema-imports-only-zod',
      severity: 'error',
      comment: 'schema/ imports zod and nothing else, so that anyone can read a pool with it.',
      from: { path: '^schema/' },
      to: { pathNot: ['^schema/', '(^|/)node_modules/zod/'] },
    },
    onlyImports(
      'languages',
      ['schema'],
      'A language is data and pure functions. What touches the world is handed to it as a parameter (TreeView).',
    ),
    onlyImports(
      'io',
      ['schema', 'languages'],
      'io/ only touches the world; it knows no stage, no pool and no run. Let the caller decide what to do with what was read.',
    ),
    onlyImports(
      'pipeline',
      ['schema', 'languages', 'io'],
      'The engine knows no stage and no runtime: give it what it needs through the stage contract (pipeline/stage.ts).',
    ),
    onlyImports(
      'runtime',
      ['schema', 'languages', 'io'],
      'The runtime needs a pool folder and nothing else. What it shares with stages belongs into schema/ or io/.',
    ),
    onlyImports('examples', ['schema', 'io'], 'Examples write git repositories; they know nothing of what is made of these.'),
    {
      name: 'stages-do-not-import-one-another',
      severity: 'error',
      comment:
        'A stage gets its input from the line (stages/index.ts), never from another stage. What two stages share lies in a folder of its own beside them, or in schema/.',
      from: { path: '^stages/(collect|normalize|select|recover-dag|instruct|materialize|validate|publish)/' },
      to: { path: '^stages/(collect|normalize|select|recover-dag|instruct|materialize|validate|publish)/', pathNot: '^stages/$1/' },
    },
    {
      name: 'stages-do-not-import-the-line',
      severity: 'error',
      comment: 'Only the commands know the whole line. A stage that imports it, or them, has turned the arrow around.',
      from: { path: '^stages/(collect|normalize|select|recover-dag|instruct|materialize|validate|publish|gold|requirements|graph|scan)/' },
      to: { path: ['^stages/(index|main|line)\\.ts$', '^stages/commands/'] },
    },
    {
      name: 'early-stages-run-nothing',
      severity: 'error',
      comment:
        'Only materialize and validate execute code of a repository; the stages before them read git and nothing else. Types of the world come from stages/world.ts.',
      from: { path: '^stages/(collect|normalize|select|recover-dag|instruct)/' },
      to: { path: '^runtime/' },
    },
    {
      name: 'stages-use-sandbox-judge-and-task-only',
      severity: 'error',
      comment: 'Stages may use the sandbox, the one judge and the task format; agents, metrics, runs and viewers belong to evaluation.',
      from: { path: '^stages/(materialize|validate|publish)/' },
      to: { path: '^runtime/', pathNot: '^runtime/(sandbox|judge|task)/' },
    },
    {
      name: 'nothing-imports-tests-or-scripts',
      severity: 'error',
      comment: 'Tests and maintainers’ scripts are leaves: what the program needs from them belongs into a room.',
      from: { path: '^(schema|languages|io|pipeline|runtime|stages|examples)/' },
      to: { path: '^(test|scripts|bench)/' },
    },
    ownedBy(
      'file-system',
      '^(node:)?fs(/promises)?$',
      '^io/',
      'The file system is touched in io/ only: take a function of io/files.ts, or add one there.',
    ),
    ownedBy(
      'child-process',
      '^(node:)?child_process$',
      '^io/(exec|processes|process-family|parser[a-z-]*|git-coprocess|docker-owner|docker-daemon|contained)\\.ts$',
      'Processes are started by io/exec.ts, by argv, with time and size limits. Use run() or spawnStream() of it.',
    ),
    ownedBy('network', '^(node:)?(http|https|http2|net|tls|dgram|dns)(/promises)?$', '^io/', 'The network is touched in io/ only.'),
    ownedBy(
      'docker',
      npm('dockerode', '@types/dockerode'),
      '^io/docker[a-z-]*\\.ts$',
      'Docker is spoken to by io/docker.ts only; ask it for what you need.',
    ),
    ownedBy(
      'octokit',
      npm('@octokit/[^/]+'),
      '^io/github[a-z-]*\\.ts$',
      'GitHub is spoken to by io/github.ts only, which records every answer for replay.',
    ),
    ownedBy(
      'untrusted-git',
      npm('isomorphic-git'),
      '^io/untrusted-git[a-z-]*\\.ts$',
      'An agent’s repository is read by io/untrusted-git.ts only: no hooks, filters or drivers run there.',
    ),
    ownedBy(
      'tree-sitter',
      npm('web-tree-sitter', '@vscode/tree-sitter-wasm'),
      '^io/(parser|grammar|tree-sitter)[a-z-]*\\.ts$',
      'Parsing happens in a bounded child process behind io/symbols.ts.',
    ),
    ownedBy(
      'yaml',
      npm('yaml'),
      ['^io/(yaml[a-z-]*|json)\\.ts$', '^runtime/task/text\\.ts$'],
      'YAML is read strictly, with places in every message, by io/yaml.ts; task files are written by runtime/task/text.ts.',
    ),
    ownedBy(
      'commander',
      npm('commander', '@commander-js/extra-typings'),
      '^(stages|runtime)/(main\\.ts$|commands/)',
      'Arguments are read in the two main.ts and their commands; below these everything is typed.',
    ),
    ownedBy('listr2', npm('listr2'), '^pipeline/listeners/', 'Progress is events; only listeners draw.'),
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'Two files that import each other are one file in two places. Move what both need to a third.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'This import leads nowhere: mind the #room/ prefix and the .ts ending.',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'production-dependencies',
      severity: 'error',
      comment: 'The program uses a package that is only there for development. Move it to "dependencies".',
      from: { path: '^(schema|languages|io|pipeline|runtime|stages)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(test/golden|fixtures)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
