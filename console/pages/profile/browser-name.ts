/** A browser and its system by what it calls itself: `Firefox, Linux`. */

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Undefined: it does not say. Every browser names others, so the first that is found counts. */
export function browserName(userAgent: string): string | undefined {
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1];
  const found = [find(browsers), find(systems)].filter(Boolean);
  return found.length > 0 ? found.join(', ') : undefined;
}
