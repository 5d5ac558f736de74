/** What a tidy rule is, and the files it looks at. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface SourceFile {
  /** From the root of the checkout, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Rule {
  /** The rule as a sentence: the name of its test. */
  readonly title: string;
  /** One line per breach: where, and what to do. */
  readonly breaches: (files: readonly SourceFile[]) => string[];
  /** Path -> text of files that each break the rule, to prove that it can be broken. */
  readonly broken: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every text file that belongs to the project: what `.gitignore` names is left out. */
export function readSourceFiles(): SourceFile[] {
  return listFiles()
    .map(path => ({ path, text: readFileSync(root + path, 'utf8') }))
    .filter(({ text }) => !text.includes('\0'));
}

/** The paths of all files of the project, pictures and other binary files too. */
export function listFiles(): string[] {
  const ignored = readFileSync(`${root}.gitignore`, 'utf8').split('\n').filter(Boolean);
  const skip = new Set(['.git', ...ignored.map(line => line.replace(/\/$/, ''))]);
  return filesBelow('', skip).filter(path => !path.endsWith('.log'));
}

function filesBelow(folder: string, skip: ReadonlySet<string>): string[] {
  return (
    readdirSync(root + folder, { withFileTypes: true })
      // As in .gitignore: a slash in front means the root alone.
      .filter(({ name }) => !skip.has(name) && !skip.has(`/${folder}${name}`))
      .flatMap(entry => {
        if (entry.isDirectory()) return filesBelow(`${folder}${entry.name}/`, skip);
        return entry.isFile() ? [folder + entry.name] : [];
      })
  );
}

/** A rule about single lines: `path:line: what to do` for each line that the pattern finds. */
export function linesThat(files: readonly SourceFile[], pattern: RegExp, whatToDo: string): string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${whatToDo}`] : [])),
  );
}

export function isCode({ path }: SourceFile): boolean {
  return /\.(ts|tsx|js)$/.test(path);
}
