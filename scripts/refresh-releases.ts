/**
 * node scripts/refresh-releases.ts: asks the registry who keeps each package that the project names and when
 * it was last released, and writes releases.json, which is committed: `npm run docs` works without a network.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { listDependencies } from './dependencies/list-dependencies.ts';
import type { Release } from './dependencies/dependency-table.ts';

const releases: Record<string, Release> = {};
for (const { name } of listDependencies()) {
  const answer = execFileSync('npm', ['view', name, 'time', 'repository', 'maintainers', '--json'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  releases[name] = readRelease(JSON.parse(answer) as Answer);
}
writeFileSync(
  new URL('./dependencies/releases.json', import.meta.url),
  `${JSON.stringify(releases, null, 2)}\n`,
);

interface Answer {
  readonly time: Readonly<Record<string, string>>;
  readonly repository?: { readonly url?: string };
  readonly maintainers?: readonly string[];
}

function readRelease({ time, repository, maintainers = [] }: Answer): Release {
  const { created: _, modified: __, ...versions } = time;
  const last = Object.values(versions).sort().at(-1) ?? '';
  const [, owner] = /github\.com[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(repository?.url ?? '') ?? [];
  return { keeper: owner ?? maintainers[0]?.replace(/ <.*/, '') ?? '', last: last.slice(0, 10) };
}
