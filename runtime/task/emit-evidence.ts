import type { TreeFile } from '#runtime/sandbox/sandbox.ts';
import { byCodeUnit } from '#schema/primitives.ts';
import type { TaskContent } from './content.ts';
import { jsonLines, jsonText, textFile } from './text.ts';

/**
 * evidence/ and provenance.json: evaluator side. Order is by id and state, never by time, so that the same trials give
 * the same bytes.
 */
export function emitEvidence(task: TaskContent): readonly TreeFile[] {
  const trials = [...task.trials].sort((a, b) => byCodeUnit(a.unit, b.unit) || byCodeUnit(a.id, b.id) || byCodeUnit(a.state, b.state));
  const admissions = [...task.admissions].sort((a, b) => byCodeUnit(a.unit, b.unit) || byCodeUnit(a.id, b.id));
  const lifetimes = [...task.lifetimes].sort((a, b) => byCodeUnit(a.unit, b.unit) || byCodeUnit(a.id, b.id));
  return [
    textFile('evidence/edges.jsonl', jsonLines([...task.evidence].sort((a, b) => byCodeUnit(a.id, b.id)))),
    textFile('evidence/trials.jsonl', jsonLines(trials)),
    textFile('evidence/admissions.jsonl', jsonLines(admissions)),
    textFile('evidence/lifetimes.json', jsonText(lifetimes)),
    textFile('evidence/funnel.json', jsonText(task.funnel)),
    textFile('evidence/environment.json', jsonText(task.environment)),
    textFile('evidence/stats.json', jsonText(task.stats)),
    { path: 'evidence/auxiliary.diff', mode: '100644', content: task.auxiliary },
    textFile('provenance.json', jsonText(task.provenance)),
  ];
}
