/** Paths in ARCHITECTURE. */
import { posix } from 'node:path';
import { listFiles, type Rule } from './rule.ts';

const document = 'ARCHITECTURE.md';
/** Folders that paths may be relative to: the document omits them where its section names the folder. */
const roots = ['', 'src/', 'packages/sketch/src/'];

const paths = new Set(listFiles().flatMap(path => [path, ...foldersOf(path)]));
const names = new Set([...paths].map(path => posix.basename(path)));

export const documentPaths: Rule = {
  title: `every path in backquotes in ${document} leads to an existing file or folder`,
  breaches: files =>
    files
      .filter(({ path }) => path === document)
      .flatMap(({ text }) => [...new Set(pathsIn(text))].filter(path => !isThere(path)))
      .map(path => `${document}: ${path} does not exist`),
  broken: { [document]: 'See `src/nowhere.ts`.' },
};

/** Words with a slash that look like a path, and file names, which follow a path in the same folder. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map(match => match[1] as string)
    .filter(path => /^\w[\w.<>*-]*(\/[\w.<>*-]+)*(\/|\.(ts|tsx|md|sql|json))$/.test(path));
}

function isThere(path: string): boolean {
  const plain = path.replace(/\/$/, '');
  if (/[<*]/.test(plain)) return [...paths].some(known => patternOf(plain).test(known));
  return roots.some(root => paths.has(root + plain)) || names.has(plain);
}

/** `<page>` and `*` stand for any name. */
function patternOf(path: string): RegExp {
  return new RegExp(`^(src/)?${path.replaceAll('.', '\\.').replace(/<\w+>|\*/g, '[^/]+')}$`);
}

function foldersOf(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}
