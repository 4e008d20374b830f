import type { TestFramework } from '#languages/language.ts';
import type { RunReport, UnitVerdict } from '#schema/trial.ts';
import type { SandboxProvider, SandboxSpec, Tree } from '#runtime/sandbox/sandbox.ts';

/** Raised whenever the judge can come to another verdict on the same runs: stored validations are then made again. */
export const JUDGE_VERSION = '2';

/** What one unit is judged by: pristine tests, never those of the workspace. */
export interface Battery {
  readonly unit: string;
  readonly framework: TestFramework;
  /** Pristine test tree: `tests/_base` overlaid with `tests/<unit>`, at repository-relative paths. */
  readonly tests: Tree;
  /** Files handed to the framework. */
  readonly runFiles: readonly string[];
  /** argv run before the tests (compile step). */
  readonly build: readonly (readonly string[])[];
  readonly env: Readonly<Record<string, string>>;
  readonly extraArgs: readonly string[];
  readonly timeoutSec: number;
}
/** A workspace state as its difference from the sandbox's start: a full tree would not fit the archive API's speed. */
export interface WorkspaceDelta {
  readonly put: Tree;
  readonly remove: readonly string[];
}
export interface RunPlan {
  readonly order: 'declared' | 'reversed' | 'shuffled';
  readonly seed: number;
}
export type RunBattery = (
  sandboxes: SandboxProvider,
  spec: SandboxSpec,
  state: WorkspaceDelta,
  battery: Battery,
  plan: RunPlan,
) => Promise<RunReport>;
export type JudgeUnit = (unit: string, report: RunReport, expected: readonly string[]) => UnitVerdict;
