import picomatch from 'picomatch';
import { secondsOf } from '#io/instant.ts';
import type { NormalChange, Normalized } from '#schema/change.ts';
import { type Denylists, denialOf } from '#schema/denylist.ts';
import type { SetAside } from '#schema/outcome.ts';
import type { Landed, Refusal } from './windows.ts';

/** The line as the window search sees it: denied files count for nothing, denied commits and unreadable changes bar. */
export function landedOf(normalized: Pick<Normalized, 'changes' | 'setAside'>, denylists: Denylists): Landed[] {
  const denied = picomatch(
    denylists.paths.map((entry) => entry.what),
    { dot: true },
  );
  const unreadable = new Map(
    normalized.setAside
      .filter((entry) => entry.reason === 'blob-missing' || entry.reason === 'path-not-utf8')
      .map((entry) => [entry.what, entry]),
  );
  return normalized.changes.map((change) => {
    // Data beside the code (fixtures, corpora) can be longer than all of it.
    const code = change.files.filter(
      (file) => (file.role === 'source' || file.role === 'test') && file.language !== null && !denied(file.path),
    );
    const hasInline = code.some((file) => file.inlineTests.length > 0) && change.testLines > 0;
    return {
      id: change.id,
      landed: secondsOf(change.landedAt),
      scale: code.reduce((sum, file) => sum + (file.added ?? 0) + (file.deleted ?? 0), 0),
      hasSource: code.some((file) => file.role === 'source'),
      hasTests: hasInline || code.some((file) => file.role === 'test'),
      barred: barredBy(change, unreadable, denylists),
    };
  });
}

function barredBy(change: NormalChange, unreadable: ReadonlyMap<string, SetAside>, denylists: Denylists): Refusal | null {
  const entry = denialOf(denylists.commits, change.id);
  if (entry !== null) return { reason: 'not-asked-for', detail: `commit on the denylist since ${entry.since}: ${entry.why}` };
  const fault = unreadable.get(change.id);
  if (fault === undefined) return null;
  return { reason: fault.reason === 'blob-missing' ? 'blob-missing' : 'path-not-utf8', detail: fault.detail };
}
