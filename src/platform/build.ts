/**
 * Reads which build this process runs, because versions in development have the same number for many commits.
 */
import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const shownDigits = 12;

/**
 * Returns the id that `npm run build` has written (scripts/build.ts), or the commit of a checkout, in twelve
 * hexadecimal digits. It does not change with changes that were not committed. Returns undefined if there is
 * neither.
 */
export function readBuild(folder: URL = root): string | undefined {
  return readText(new URL('build', folder)) ?? readCommit(new URL('.git/', folder))?.slice(0, shownDigits);
}

function readCommit(git: URL): string | undefined {
  const head = readText(new URL('HEAD', git));
  const [, reference] = /^ref: (refs\/\S+)$/.exec(head ?? '') ?? [];
  if (reference === undefined) return head;
  return (
    readText(new URL(reference, git)) ??
    findPackedReference(readText(new URL('packed-refs', git)) ?? '', reference)
  );
}

function findPackedReference(references: string, name: string): string | undefined {
  const line = references.split('\n').find(text => text.endsWith(` ${name}`));
  return line?.slice(0, line.indexOf(' '));
}

function readText(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
