/** Sections of an INI file (setup.cfg, tox.ini, pytest.ini): section → key → value, continuation lines joined by newlines. */
export type Ini = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Reads INI as Python's configparser does, without interpolation. */
export function readIni(text: string | null): Ini {
  const sections = new Map<string, Map<string, string>>();
  let section = new Map<string, string>();
  let key: string | null = null;
  for (const line of (text ?? '').split(/\r?\n/)) {
    if (/^\s*[#;]/.test(line)) continue;
    const header = /^\[([^\]]+)\]\s*$/.exec(line)?.[1];
    if (header !== undefined) {
      section = sections.get(header) ?? new Map<string, string>();
      sections.set(header, section);
      key = null;
      continue;
    }
    if (/^\s+\S/.test(line) && key !== null) {
      section.set(key, `${section.get(key) ?? ''}\n${line.trim()}`.trim());
      continue;
    }
    const pair = /^([^=:\s][^=:]*?)\s*[=:]\s*(.*)$/.exec(line);
    if (pair === null) continue;
    key = (pair[1] ?? '').trim();
    section.set(key, (pair[2] ?? '').trim());
  }
  return sections;
}
