import type { TestFramework } from '#languages/language.ts';
import type { Edge, Evidence, Unit } from '#schema/dag.ts';
import type { Requirement, SelectedTests, TaskYaml, Validated } from '#schema/task.ts';
import type { Admission, TrialCount } from '#schema/trial.ts';
import type { Tree } from '#runtime/sandbox/sandbox.ts';
import type { Lifetime, Provenance, TaskEnvironment, TaskFunnel } from './records.ts';

/** One unit as it goes to disk. */
export interface UnitContent {
  readonly unit: Unit;
  readonly requirement: Requirement;
  readonly acceptance: readonly string[];
  readonly fileScope: readonly string[];
  readonly symbolScope: readonly string[];
  /** Test files at repository-relative paths, laid over `TaskContent.baseTests` before a run. */
  readonly tests: Tree;
  readonly selected: SelectedTests;
  /** The unit's increment over the units before it in `TaskContent.units`, `-p1`; empty for a unit without one (noop). */
  readonly shard: Buffer;
}

/** Everything that a task directory is made of. `emitTask` adds nothing that is not here. */
export interface TaskContent {
  /** `task_<kind>_<short digest>`. */
  readonly taskId: string;
  /** One line without a newline or comment sign, the same in every task of a pool. */
  readonly canary: string;
  readonly instruction: string;
  readonly category: string;
  readonly difficulty: TaskYaml['difficulty'];
  readonly tags: readonly string[];
  readonly author: { readonly name: string; readonly email: string };
  readonly agentTimeoutSec: number;
  readonly testTimeoutSec: number;
  /** In the order their shards were cut and apply, a topological one. */
  readonly units: readonly UnitContent[];
  readonly edges: readonly Edge[];
  readonly evidence: readonly Evidence[];
  /** Starting workspace: no test file, no `.git`, no link. */
  readonly base: Tree;
  /** Pristine test files of the base, below every unit's tests. */
  readonly baseTests: Tree;
  /** Pass-to-pass guards of the base; null when there are none. */
  readonly baseSelected: SelectedTests | null;
  /** Difference between `base` and `base` + every unit, `-p1`. */
  readonly goldPatch: Buffer;
  /** What brings that to the end tree of the range: files that no unit holds. */
  readonly auxiliary: Buffer;
  readonly framework: TestFramework;
  readonly environment: TaskEnvironment;
  /** Text of the Dockerfile, whose context is the task directory. */
  readonly dockerfile: string;
  readonly trials: readonly TrialCount[];
  readonly admissions: readonly Admission[];
  readonly lifetimes: readonly Lifetime[];
  readonly funnel: TaskFunnel;
  readonly stats: Validated['stats'];
  readonly provenance: Provenance;
}
