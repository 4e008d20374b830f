import type { TaskContent, UnitContent } from '#runtime/task/content.ts';
import { emitTask } from '#runtime/task/emit.ts';
import type { Tree, TreeFile } from '#runtime/sandbox/sandbox.ts';
import type { Unit } from '#schema/dag.ts';
import { nodeTest } from '#languages/ecmascript/node-test.ts';

export const TOY_TASK_ID = 'task_pr_0123abcd';
const ID = (file: string, name: string): string => `${nodeTest.name}|test/${file}.test.js|${name}`;
const OID = (digit: string): string => digit.repeat(40);

export function file(path: string, text: string, mode: TreeFile['mode'] = '100644'): TreeFile {
  return { path, mode, content: Buffer.from(text) };
}

const INDEX = "export const version = '1';\n";
export const TOY_BASE: Tree = [file('package.json', '{ "name": "toy", "type": "module" }\n'), file('src/index.js', INDEX)];
/** What each unit makes of the workspace; a scripted agent writes these to solve it. */
export const TOY_ADD = file('src/add.js', 'export function add(a, b) {\n  return a + b;\n}\n');
export const TOY_SUM = file('src/sum.js', "import { add } from './add.js';\n\nexport const sum = (...all) => all.reduce(add, 0);\n");
const TOY_INDEX = file('src/index.js', `${INDEX}export { sum } from './sum.js';\n`);

const NEW_FILE = (made: TreeFile): string => {
  const lines = made.content.toString().trimEnd().split('\n');
  return `diff --git a/${made.path} b/${made.path}\nnew file mode 100644\n--- /dev/null\n+++ b/${made.path}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`;
};
const INDEX_DIFF = `diff --git a/src/index.js b/src/index.js\n--- a/src/index.js\n+++ b/src/index.js\n@@ -1 +1,2 @@\n ${INDEX}+export { sum } from './sum.js';\n`;
const ADD_SHARD = NEW_FILE(TOY_ADD);
const SUM_SHARD = INDEX_DIFF + NEW_FILE(TOY_SUM);
export const TOY_SOLUTION: Tree = [TOY_ADD, TOY_INDEX, TOY_SUM];

const ADD_TEST = file(
  'test/add.test.js',
  "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { add } from '../src/add.js';\n\ntest('adds', () => assert.equal(add(2, 3), 5));\ntest('adds negatives', () => assert.equal(add(2, -3), -1));\n",
);
const SUM_TEST = file(
  'test/sum.test.js',
  "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { sum } from '../src/index.js';\n\ntest('sums', () => assert.equal(sum(1, 2, 3), 6));\n",
);
const BASE_TEST = file(
  'test/version.test.js',
  "import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { version } from '../src/index.js';\n\ntest('has a version', () => assert.equal(version, '1'));\n",
);

function unit(id: string, layer: number, parents: readonly string[], path: string): Unit {
  const digit = id.slice(-1);
  return {
    id,
    subject: `Change ${id}`,
    steps: [{ change: OID(digit), position: layer, before: OID('a'), after: OID('b') }],
    files: [{ path, oldPath: null, status: 'A', role: 'source' }],
    symbols: [],
    hasTests: true,
    layer,
    parents: [...parents],
    sourceLines: 3,
    testLines: 5,
    folded: [],
  };
}

function unitContent(of: Unit, title: string, shard: string, test: TreeFile, ids: readonly string[]): UnitContent {
  return {
    unit: of,
    requirement: { id: of.id, title, requirement: `## Behaviour\n\n${title}.\n`, category: 'feature' },
    acceptance: [title],
    fileScope: of.files.map(({ path }) => path),
    symbolScope: [],
    tests: [test],
    selected: { framework: nodeTest.name, files: [test.path], fail_to_pass: [...ids], pass_to_pass: [] },
    shard: Buffer.from(shard),
  };
}

/** Two units, unit_002 on unit_001, run by node:test. `change` makes the variant that a test is about. */
export function toyContent(change: Partial<TaskContent> = {}): TaskContent {
  const add = unit('unit_001', 0, [], 'src/add.js');
  const sum = unit('unit_002', 1, ['unit_001'], 'src/sum.js');
  return {
    taskId: TOY_TASK_ID,
    canary: 'toy-pool canary 5f1c0d5e',
    instruction: 'Implement every requirement under requirements/.',
    category: 'library',
    difficulty: 'easy',
    tags: ['toy'],
    author: { name: 'Toy Author', email: 'author@toy.example' },
    agentTimeoutSec: 600,
    testTimeoutSec: 300,
    units: [
      unitContent(add, 'Add two numbers', ADD_SHARD, ADD_TEST, [ID('add', 'adds'), ID('add', 'adds negatives')]),
      unitContent(sum, 'Sum many numbers', SUM_SHARD, SUM_TEST, [ID('sum', 'sums')]),
    ],
    edges: [
      {
        from: 'unit_001',
        to: 'unit_002',
        patterns: ['functional-producer-consumer'],
        evidence: ['e0001'],
        proof: 'proven',
        implied: false,
      },
    ],
    evidence: [
      {
        id: 'e0001',
        kind: 'imports',
        from: 'unit_001',
        to: 'unit_002',
        change: OID('2'),
        introducedBy: OID('1'),
        path: 'src/sum.js',
        lines: [1],
        symbol: 'add',
        definedIn: 'src/add.js',
        how: 'import',
        hot: false,
      },
    ],
    base: TOY_BASE,
    baseTests: [BASE_TEST],
    baseSelected: { framework: nodeTest.name, files: [BASE_TEST.path], fail_to_pass: [], pass_to_pass: [ID('version', 'has a version')] },
    goldPatch: Buffer.from(ADD_SHARD + SUM_SHARD),
    auxiliary: Buffer.alloc(0),
    framework: nodeTest,
    environment: {
      language: 'javascript',
      framework: nodeTest.name,
      recipe: { system: [], builders: [], env: {}, setup: [], build: [], tools: ['node'], facts: [] },
      extraArgs: [],
      testTimeoutSec: 60,
      sandbox: 'local',
      packages: [],
    },
    dockerfile: 'FROM debian:bookworm-slim\nCOPY base/ /workspace/\nWORKDIR /workspace\n',
    trials: [],
    admissions: [],
    lifetimes: [],
    funnel: { steps: [{ step: 'units', in: 2, out: 2 }], setAside: [] },
    stats: {
      changes: 2,
      units: 2,
      edges: 1,
      layers: 2,
      width: 1,
      modules: 1,
      baseFiles: 2,
      baseLines: 2,
      goldLines: 7,
      goldFiles: 3,
      tests: 3,
      spanDays: 90,
    },
    provenance: {
      source: 'toy--toy',
      repository: 'file:///toy',
      base: { commit: OID('c'), tree: OID('a') },
      end: { commit: OID('d'), tree: OID('b') },
      firstLanded: '2024-01-01T00:00:00Z',
      lastLanded: '2024-03-31T00:00:00Z',
      licence: { spdx: 'MIT', files: ['LICENSE'], toldBy: 'LICENSE text matches MIT' },
      fileLicences: {},
      attribution: ['Toy Author'],
      units: [],
      tools: {},
      digests: {},
    },
    ...change,
  };
}

export function toyTask(change: Partial<TaskContent> = {}): Tree {
  return emitTask(toyContent(change));
}

/** The tree with files replaced, added, or (null) taken away. */
export function withFiles(tree: Tree, changes: Readonly<Record<string, string | Buffer | null>>): Tree {
  const kept = tree.filter(({ path }) => !(path in changes));
  const put = Object.entries(changes).flatMap(([path, content]): TreeFile[] => {
    if (content === null) return [];
    const mode = tree.find((each) => each.path === path)?.mode ?? '100644';
    return [{ path, mode, content: Buffer.isBuffer(content) ? content : Buffer.from(content) }];
  });
  return [...kept, ...put];
}
