import { treeView } from '#io/tree-view.ts';
import { sha256 } from '#io/digest.ts';
import type { Repository } from '#io/repository.ts';
import type { Keyed } from '#pipeline/stage.ts';
import type { Candidate, Licence } from '#schema/candidate.ts';
import type { NormalChange, Normalized } from '#schema/change.ts';
import { denialOf, type Denylists } from '#schema/denylist.ts';
import { UserError } from '#schema/errors.ts';
import { dropped, kept, type Dropped } from '#schema/outcome.ts';
import { byCodeUnit, type Oid } from '#schema/primitives.ts';
import { landedOf } from './landed.ts';
import { asExpression, MANIFESTS } from './licence/manifests.ts';
import { families, isLicenceFile, tellLicence } from './licence/tell.ts';
import { isOpen } from './licence/templates.ts';
import { type Landed, type Limits, searchWindows, spanDays, sumOf, type Window } from './windows.ts';

/** The candidates of a source, best first, and an outcome for each part of its range in which there is none. */
export async function selectCandidates(
  normalized: Normalized,
  limits: Limits,
  denylists: Denylists,
  repository: Repository,
): Promise<Keyed<Candidate>[]> {
  const { changes, sourceId } = normalized;
  const line = landedOf(normalized, denylists);
  const found = searchWindows(line, limits);
  const refused = found.refused.map((part) => ({ key: partKey(sourceId, changes, part), outcome: dropped(part.reason, part.detail) }));
  if (found.windows.length === 0) return refused;
  const { source } = normalized.source;
  const ranked = [...found.windows].sort((a, b) => rank(line, b) - rank(line, a) || a.from - b.from);
  const outcomes: Keyed<Candidate>[] = [];
  for (const [place, window] of ranked.entries()) {
    const edge = edges(normalized, window);
    if (place >= source.maxTasks) {
      outcomes.push({
        key: partKey(sourceId, changes, window),
        outcome: dropped('not-asked-for', `a window, number ${place + 1} of ${ranked.length}; the source asks for ${source.maxTasks}`),
      });
      continue;
    }
    const licence = await licenceOf(normalized, edge.endTree, denylists, repository);
    const taskId = taskIdOf(edge.baseTree, edge.endTree);
    outcomes.push({ key: taskId, outcome: 'dropped' in licence ? licence : kept(candidateOf(normalized, window, line, licence)) });
  }
  return [...outcomes, ...refused];
}

function rank(line: readonly Landed[], window: Window): number {
  const sum = sumOf(line, window);
  return sum.tested + (sum.source === 0 ? 0 : sum.tested / sum.source);
}

function candidateOf(normalized: Normalized, window: Window, line: readonly Landed[], licence: Licence): Candidate {
  const changes = normalized.changes.slice(window.from, window.to + 1);
  const edge = edges(normalized, window);
  const { source } = normalized.source;
  const sum = sumOf(line, window);
  const ids = new Set(changes.map((change) => change.id));
  return {
    sourceId: normalized.sourceId,
    source: normalized.source,
    gitDir: normalized.gitDir,
    key: sha256(JSON.stringify([normalized.sourceId, edge.baseTree, edge.endTree])),
    taskId: taskIdOf(edge.baseTree, edge.endTree),
    domain: source.domain,
    languages: languagesOf(source.languages, changes),
    ...edge,
    firstLanded: changes[0]?.landedAt ?? '',
    lastLanded: changes.at(-1)?.landedAt ?? '',
    spanDays: Math.round(spanDays(line, window) * 100) / 100,
    scale: sum.scale,
    testedShare: sum.source === 0 ? 0 : Math.round((sum.tested / sum.source) * 10_000) / 10_000,
    licence,
    changes,
    setAside: normalized.setAside.filter((entry) => !/^[0-9a-f]{40}$/.test(entry.what) || ids.has(entry.what)),
  };
}

/** `task_pr_` and ten digits: of the content alone, so that it names no source. */
function taskIdOf(baseTree: Oid, endTree: Oid): string {
  return `task_pr_${sha256(JSON.stringify(['pr', baseTree, endTree])).slice(0, 10)}`;
}

function edges(normalized: Normalized, window: Window): Pick<Candidate, 'baseCommit' | 'endCommit' | 'baseTree' | 'endTree'> {
  const first = normalized.changes[window.from];
  const last = normalized.changes[window.to];
  if (first === undefined || last === undefined) throw new Error(`window ${window.from}–${window.to} lies outside the range`);
  return {
    baseCommit: normalized.changes[window.from - 1]?.id ?? normalized.baseCommit,
    endCommit: last.id,
    baseTree: first.before,
    endTree: last.after,
  };
}

/** The declared languages, then those seen in source files that nobody declared. */
function languagesOf(declared: readonly string[], changes: readonly NormalChange[]): string[] {
  const seen = changes.flatMap((change) =>
    change.files.flatMap((file) => (file.role === 'source' && file.language !== null ? [file.language] : [])),
  );
  return [...new Set([...declared, ...[...new Set(seen)].sort(byCodeUnit)])];
}

function partKey(sourceId: string, changes: readonly NormalChange[], part: Window): string {
  const short = (index: number): string => changes[index]?.id.slice(0, 12) ?? '';
  return part.from === part.to ? `${sourceId}@${short(part.from)}` : `${sourceId}@${short(part.from)}..${short(part.to)}`;
}

async function licenceOf(normalized: Normalized, endTree: Oid, denylists: Denylists, repository: Repository): Promise<Licence | Dropped> {
  const view = await treeView(repository, endTree, (path) => isLicenceFile(path) || MANIFESTS.includes(path));
  const told = await tellLicence(view.paths, (path) => view.text(path));
  if ('unknown' in told) return dropped('licence-unknown', told.unknown);
  const { licence } = told;
  const expected = normalized.source.source.licence;
  if (asExpression(expected) !== expected)
    throw new UserError(
      normalized.source.observed?.licence ?? normalized.source.place,
      `licence: "${expected}" is no SPDX expression`,
      'See spdx.org/licenses for the ids.',
    );
  if (families(expected).join() !== families(licence.spdx).join()) {
    if (endTree !== normalized.endTree)
      return dropped('licence-unknown', `the source says ${expected}, the window's end says ${licence.spdx} (${licence.toldBy})`);
    throw new UserError(
      normalized.source.observed?.licence ?? normalized.source.place,
      `licence: says ${expected}, the range's end says ${licence.spdx} (${licence.toldBy})`,
      `Write ${licence.spdx} if that is right, or end the range before the licence changed.`,
    );
  }
  const denied = families(licence.spdx)
    .map((family) => denialOf(denylists.licences, family))
    .find((entry) => entry !== null);
  if (denied !== undefined && denied !== null)
    return dropped('licence-not-open', `${denied.what} is on the denylist since ${denied.since}: ${denied.why}`);
  if (!told.open || !(await isOpen(expected))) return dropped('licence-not-open', `${licence.spdx} is not on the OSI's list`);
  return { ...licence, spdx: expected };
}
