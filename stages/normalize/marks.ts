import { SET_ASIDE_ROLES, type Change, type Mark, type NormalFile } from '#schema/change.ts';

/** What only a look into the files can tell. */
export interface Contents {
  /** Every source and test file has the same tokens before and after. */
  readonly sameCode: boolean;
  /** Every changed line of source and test files differs from its old one in a version number only. */
  readonly versionsOnly: boolean;
}

const BOT_NAMES =
  /\[bot\]$|^(?:dependabot|renovate|greenkeeper|pyup|snyk|mergify|imgbot|allcontributors|pre-commit-ci|github-actions|weblate|codecov|semantic-release|deepsource|restyled)\b.*$|[-_ ]bot$/i;
const BOT_MAILS = /\[bot\]@|^(?:bot@|noreply@(?:weblate|renovate)|support@(?:dependabot|greenkeeper|pyup|snyk)|action@github\.com)/i;
const BUMP_TITLE =
  /^(?:(?:build|chore|fix|ci)(?:\([^)]*\))?!?: *)?(?:bump|update|upgrade|pin)s? (?:.+ (?:from|to) v?\d|.*\b(?:requirement|dependenc(?:y|ies)|lock ?file|deps|actions?)\b)|^(?:build|chore|fix)\((?:deps|deps-dev|dependencies)\)|^\[pre-commit\.ci\]|^lock file maintenance/i;
const VERSION_TITLE =
  /^(?:v?\d+\.\d+(?:\.\d+)?[-.\w]*|(?:chore\(release\)|release|prepare|version|bump(?: the)? version|start|begin)\b.*|.*\bversion bump\b.*)$/i;
const RELEASE_MERGE =
  /^Merge (?:(?:remote-tracking )?branch(?:es)? '?(?:[\w.-]+\/)*(?:stable|release|releases?[-/].*|maint\w*|v?\d+[.\dx-]*(?:-\w+)?|main|master|dev|develop|next)'?(?:\s|$)|(?:stable|v?\d+\.[\dx.]+|main|master|dev|next|release\S*) (?:in)?to )|^(?:release|merge) v?\d+\.\d+/i;
const BACK_PORT_TITLE = /^\[?(?:back-?port|bp)\b|\[(?:back-?port|\d+\.(?:\d+|x))\]|^(?:cherry[- ]?pick)\b|\bback-?port of #\d+/i;
const CHERRY_PICK = /^\(cherry picked from commit [0-9a-f]{7,40}\)/m;

/** The marks that one change bears by itself; `reverted` and a back-port of the same patch need the others. */
export function marksOf(change: Omit<Change, 'files'>, files: readonly NormalFile[], contents: Contents): Mark[] {
  const title = change.pr?.title ?? change.subject;
  const roles = files.map((file) => file.role);
  const code = files.filter((file) => file.role === 'source' || file.role === 'test');
  const bot = BOT_NAMES.test(change.authorName) || BOT_MAILS.test(change.authorEmail);
  const manifests = roles.some((role) => role === 'manifest' || role === 'lockfile') && roles.every((role) => SET_ASIDE_ROLES.has(role));
  const tests = code.some((file) => file.role === 'test' || file.inlineTests.length > 0);
  const marks: readonly (readonly [Mark, boolean])[] = [
    ['bot', bot],
    ['dependency-bump', (bot && BUMP_TITLE.test(title)) || (manifests && (bot || BUMP_TITLE.test(title)))],
    ['format-only', code.length > 0 && contents.sameCode],
    ['revert', isRevert(change)],
    ['release-merge', change.parents > 1 && (RELEASE_MERGE.test(change.subject) || RELEASE_MERGE.test(title))],
    ['back-port', BACK_PORT_TITLE.test(title) || CHERRY_PICK.test(change.message)],
    ['version-bump', VERSION_TITLE.test(title) && change.before !== change.after && (code.length === 0 || contents.versionsOnly)],
    ['empty', change.before === change.after],
    ['tests-only', tests && code.every((file) => file.role === 'test')],
    ['no-source', code.length === 0],
  ];
  return marks.flatMap(([mark, holds]) => (holds ? [mark] : []));
}

const VERSION = /\d+(?:\.\d+)+[-+.\w]*|\b\d{4}-\d\d-\d\d\b/g;
/** True when the lines pair off one by one and differ in version numbers or dates alone. */
export function differInVersions(deleted: readonly string[], added: readonly string[]): boolean {
  const plain = (line: string | undefined): string => (line ?? '').replace(VERSION, '#');
  return deleted.length === added.length && deleted.every((line, index) => plain(line) === plain(added[index]));
}

const REVERT_TITLE = /^(?:\w+(?:\([^)]*\))?!?: *)?revert(?:s|ed|ing)?\b/i;
/** A revert by its own words; a revert of a revert is one too. A squash that lists a revert among its commits is none. */
export function isRevert(change: Pick<Change, 'subject' | 'message' | 'pr'>): boolean {
  const lists = /^\* /m.test(change.message);
  const says = /^This reverts (?:commit|merge|pull request)\b/m.test(change.message) && !lists;
  return says || REVERT_TITLE.test(change.subject) || REVERT_TITLE.test(change.pr?.title ?? '');
}
