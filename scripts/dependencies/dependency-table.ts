/** The table of docs/dependencies.md. */
import { readFileSync } from 'node:fs';
import { listDependencies } from './list-dependencies.ts';
import { purposes } from './purposes.ts';

/** Written by scripts/refresh-releases.ts. */
export interface Release {
  /** The repository at GitHub, else a maintainer in the registry. */
  readonly keeper: string;
  /** The day of the last release, `2026-11-20`. */
  readonly last: string;
}

export function dependencyLines({ isForServers }: { readonly isForServers: boolean }): string[] {
  const releases = JSON.parse(readFileSync(new URL('./releases.json', import.meta.url), 'utf8')) as Readonly<
    Record<string, Release>
  >;
  const rows = listDependencies()
    .filter(dependency => dependency.isForServers === isForServers)
    .map(({ name, version, license }) => {
      const { keeper, last } = releases[name] ?? { keeper: '', last: '' };
      return `| \`${name}\` ${version} | ${purposes[name] ?? ''} | ${license} | ${keeper} | ${last} |`;
    });
  return ['| Package | For | License | Kept by | Last release |', '|---|---|---|---|---|', ...rows];
}

/** What is missing in purposes.ts or releases.json, or is there for a package that no package.json names. */
export function dependencyGaps(): string[] {
  const names = listDependencies().map(({ name }) => name);
  const unusedNames = Object.keys(purposes).filter(name => !names.includes(name));
  const releases = JSON.parse(readFileSync(new URL('./releases.json', import.meta.url), 'utf8')) as object;
  return [
    ...names
      .filter(name => !purposes[name])
      .map(name => `say in scripts/dependencies/purposes.ts what ${name} is for`),
    ...names.filter(name => !(name in releases)).map(name => `run scripts/refresh-releases.ts for ${name}`),
    ...unusedNames.map(name => `remove ${name} from scripts/dependencies/purposes.ts`),
  ];
}
