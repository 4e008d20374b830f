import { createRepositories } from '#io/repositories.ts';
import { parseYaml } from '#io/yaml.ts';
import { PrSource } from '#schema/source.ts';
import { Denylists } from '#schema/denylist.ts';
import { collect } from '#stages/collect/stage.ts';
import { createGitHub } from '#io/github.ts';
import { readFileSync, readdirSync } from 'node:fs';
const repositories = createRepositories({ cacheDir: '/tmp/collector/cache', mirrors: ['/work/.mirror/{owner}+{name}/repo'] });
const github = createGitHub({ token: null, recordings: '/tmp/collector/rec' });
for (const f of readdirSync('sources/prs').filter((n) => n.endsWith('.yaml')).sort()) {
  if (process.argv[2] && !f.includes(process.argv[2])) continue;
  const place = `sources/prs/${f}`;
  const named = { id: f.replace('.yaml', ''), place, source: parseYaml(readFileSync(place), place, PrSource) };
  const t0 = performance.now();
  const [c] = await collect.run(named, { denylists: Denylists.parse({}) }, { repositories, github }, { step: () => {} });
  if (!c || !('kept' in c.outcome)) { console.log(f, JSON.stringify(c)); continue; }
  const v = c.outcome.kept;
  const told: Record<string, number> = {};
  for (const ch of v.changes) { const k = ch.pr ? ch.pr.toldBy + (ch.pr.verified ? '✓' : '?') : 'direct'; told[k] = (told[k] ?? 0) + 1; }
  console.log(`${named.id}: changes ${v.changes.length} prs ${v.changes.filter((x) => x.pr).length} ${JSON.stringify(told)} unfolded ${v.changes.filter((x) => x.unfoldedFrom).length} keptWhole ${JSON.stringify(v.changes.filter((x) => x.keptWhole).map((x) => x.id.slice(0,8)+x.keptWhole))} ${Math.round(performance.now() - t0)} ms`);
  for (const s of v.setAside) console.log('   aside', s.what.slice(0, 12), s.reason, s.detail);
  if (process.argv[3]) for (const ch of v.changes) console.log('  ', ch.id.slice(0, 8), ch.landedAt, ch.parents, ch.pr ? `#${ch.pr.number} ${ch.pr.toldBy} ${ch.pr.verified} [${ch.pr.otherNumbers}]` : '-', ch.unfoldedFrom ? 'U' : '', ch.subject.slice(0, 70));
}
