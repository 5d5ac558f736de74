/** What a tidy rule is, and the files that it checks. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface SourceFile {
  /** Relative to the root of the checkout, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Rule {
  /** The rule as a sentence, which names its test. */
  readonly title: string;
  /** One line for each breach: where it is, and what to do. */
  readonly breaches: (files: readonly SourceFile[]) => string[];
  /** Path -> text of files that each break the rule, to prove that the rule can fail. */
  readonly counterexamples: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every text file of the project, except those that `.gitignore` names. */
export function readSourceFiles(): SourceFile[] {
  return listFiles()
    .map(path => ({ path, text: readFileSync(root + path, 'utf8') }))
    .filter(({ text }) => !text.includes('\0'));
}

/** The paths of all files of the project, including images and other binary files. */
export function listFiles(): string[] {
  const ignoredPaths = readFileSync(`${root}.gitignore`, 'utf8').split('\n').filter(Boolean);
  const skip = new Set(['.git', ...ignoredPaths.map(line => line.replace(/\/$/, ''))]);
  return findFiles('', skip).filter(path => !path.endsWith('.log'));
}

function findFiles(folder: string, skip: ReadonlySet<string>): string[] {
  return (
    readdirSync(root + folder, { withFileTypes: true })
      // As in .gitignore, a leading slash means the root only.
      .filter(({ name }) => !skip.has(name) && !skip.has(`/${folder}${name}`))
      .flatMap(entry => {
        if (entry.isDirectory()) return findFiles(`${folder}${entry.name}/`, skip);
        return entry.isFile() ? [folder + entry.name] : [];
      })
  );
}

/** A rule about single lines: `path:line: what to do` for each line that matches the pattern. */
export function listMatchingLines(files: readonly SourceFile[], pattern: RegExp, whatToDo: string): string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${whatToDo}`] : [])),
  );
}

export function isCode({ path }: SourceFile): boolean {
  return /\.(ts|tsx|js)$/.test(path);
}
