import type { TreeFile } from '#runtime/sandbox/sandbox.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { TaskContent } from './content.ts';
import { jsonText, textFile } from './text.ts';

/** Name of the list of units with an empty shard. */
const NOOP_FILE = 'gold_patches/.loopsbench_split_noop.json';

function shardPath(unit: string): string {
  return `gold_patches/${unit}.diff`;
}

/** The whole gold, its shards, the list of empty ones, and the map from requirement to shard. */
export function emitGold(task: TaskContent): readonly TreeFile[] {
  const units = [...task.units].sort((a, b) => byCodeUnit(a.unit.id, b.unit.id));
  const noop = units.filter(({ shard }) => shard.length === 0).map(({ unit }) => unit.id);
  return [
    { path: 'gold-patch.diff', mode: '100644', content: task.goldPatch },
    ...units.map(({ unit, shard }): TreeFile => ({ path: shardPath(unit.id), mode: '100644', content: shard })),
    textFile(NOOP_FILE, jsonText({ noop, noop_empty_units: noop })),
    textFile('slug_diff_map.json', jsonText(Object.fromEntries(units.map(({ unit }) => [`${unit.id}.yaml`, shardPath(unit.id)])))),
  ];
}

/** solution.sh: every shard by its literal name, in the order they were cut. */
export function emitSolution(task: TaskContent): TreeFile {
  const text = `#!/usr/bin/env bash
# ${task.canary}
# Applies the reference solution to the current directory, one unit after the other.
set -euo pipefail

if [ -n "\${GOLD_PATCHES_DIR:-}" ]; then
  patches="$GOLD_PATCHES_DIR"
elif [ -d /workspace/gold_patches ]; then
  patches=/workspace/gold_patches
else
  patches=gold_patches
fi
patches="$(cd "$patches" && pwd)"

apply() {
  if [ -s "$patches/$1" ]; then
    git apply -p1 --whitespace=nowarn "$patches/$1"
  elif [ ! -e "$patches/$1" ]; then
    echo "solution.sh: $patches/$1 is missing" >&2
    exit 1
  fi
}

${task.units.map(({ unit }) => `apply ${unit.id}.diff`).join('\n')}
`;
  return textFile('solution.sh', text, '100755');
}
