/**
 * What `git fsck` finds in real histories and cannot harm us: all of it is text of names, mails, dates and tags as written by
 * early gits and converters, modes that every git reads the same way, and files (`.gitmodules`, `.gitattributes`, …) that we
 * store as content and never act on, since submodules are not entered and attributes not read. Everything else git calls an
 * error or a warning refuses the repository: unsorted or double tree entries, names such as `.git`, `..` or an absolute path,
 * ids of nothing, missing headers, wrong types.
 */
const HARMLESS: readonly string[] = [
  'badDate',
  'badDateOverflow',
  'badEmail',
  'badName',
  'badTimezone',
  'zeroPaddedDate',
  'missingEmail',
  'missingNameBeforeEmail',
  'missingSpaceBeforeDate',
  'missingSpaceBeforeEmail',
  'multipleAuthors',
  'nulInCommit',
  'extraHeaderEntry',
  'badTagName',
  'missingTagEntry',
  'missingTaggerEntry',
  'badFilemode',
  'zeroPaddedFilemode',
  'gitmodulesBlob',
  'gitmodulesLarge',
  'gitmodulesMissing',
  'gitmodulesName',
  'gitmodulesParse',
  'gitmodulesPath',
  'gitmodulesSymlink',
  'gitmodulesUpdate',
  'gitmodulesUrl',
  'gitattributesBlob',
  'gitattributesLarge',
  'gitattributesLineLength',
  'gitattributesMissing',
  'gitattributesSymlink',
  'gitignoreSymlink',
  'mailmapSymlink',
];

/** `-c` settings that carry the list into `git fetch` (`fetch.fsck`) or `git fsck` (`fsck`). */
export function harmless(section: 'fetch.fsck' | 'fsck'): readonly string[] {
  return HARMLESS.flatMap((id) => ['-c', `${section}.${id}=ignore`]);
}
