/** Image model versions: their names, and the parser of phrases such as `5 to 8.2, niji 5 to 7`. */

export const modelVersions = ['1', '2', '3', '4', '5', '5.1', '5.2', '6', '6.1', '7', '8.1', '8.2'] as const;
export const nijiVersions = ['4', '5', '6', '7'] as const;

/** What a prompt can ask for: `7` with `--v 7`, `niji 6` with `--niji 6`. */
export const promptVersions = [...modelVersions, ...nijiVersions.map(version => `niji ${version}` as const)];

/** The version that `--niji` without a value selects. */
export const newestNiji = 'niji 7';

/** The versions that a phrase names: `all`, or single versions and ranges between commas. */
export function versionsIn(phrase: string): ReadonlySet<string> {
  const niji = promptVersions.filter(version => version.startsWith('niji'));
  if (phrase === 'all') return new Set(promptVersions);
  return new Set(
    phrase.split(', ').flatMap(range => {
      const line: readonly string[] = range.startsWith('niji') ? niji : modelVersions;
      const [first = '', last = first] = range.replace('niji ', '').split(' to ');
      const prefix = line === niji ? 'niji ' : '';
      return line.slice(line.indexOf(prefix + first), line.indexOf(prefix + last) + 1);
    }),
  );
}

/** 5 for `5.2` and `niji 5`: what versions of one generation have in common. */
export function versionGeneration(version: string): number {
  return Math.floor(Number(version.replace('niji ', '')));
}

/** The parameter of a version in a prompt: `--version 7`, `--niji 6`. */
export function versionFlag(version: string): string {
  return version.startsWith('niji') ? `--${version}` : `--version ${version}`;
}
