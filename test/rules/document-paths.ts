/** Paths in the documents for contributors, and what ARCHITECTURE says about each folder of the floors. */
import { posix } from 'node:path';
import { listFiles, type Rule } from './rule.ts';

const architecture = 'ARCHITECTURE.md';
const documents = /^(ARCHITECTURE|CONTRIBUTING|STYLE)\.md$|^docs\/(add-|write-)[\w-]+\.md$/;
/** Folders that paths may be relative to: documents omit them where their section names the folder. */
const roots = ['', 'src/', 'packages/sketch/src/', 'console/pages/'];
/**
 * Names that stand for others: of tests, a bad example of a name, and the kind that add-an-engine.md makes.
 */
const examples = /^(x(\.full)?(\.test)?\.ts|words\.ts|src\/engines\/kinds\/pastel\/pastel-kind\.ts)$/;

const paths = new Set(listFiles().flatMap(path => [path, ...listFolders(path)]));
const names = new Set([...paths].map(path => posix.basename(path)));

export const documentPaths: Rule = {
  title: 'every path in backquotes in the documents for contributors leads to an existing file or folder',
  breaches: files =>
    files
      .filter(({ path }) => documents.test(path))
      .flatMap(({ path: document, text }) =>
        [...new Set(listPaths(text))]
          .filter(path => !examples.test(path) && !isThere(path))
          .map(path => `${document}: ${path} does not exist`),
      ),
  counterexamples: {
    [architecture]: 'See `src/nowhere.ts`.',
    'docs/add-a-page.md': 'SQL belongs into `src/nowhere`.',
  },
};

export const documentedFolders: Rule = {
  title: `the row of each floor in ${architecture} names all of its folders, and no others`,
  breaches: files =>
    files
      .filter(({ path }) => path === architecture)
      .flatMap(({ text }) => [...readFloors()].flatMap(findRow(text))),
  counterexamples: { [architecture]: '| `src/app/` | Processes: `start`, `stop`. |' },
};

/** The folders of each floor, such as `cli` and `start` of `src/app/`. */
function readFloors(): ReadonlyMap<string, ReadonlySet<string>> {
  const foldersByFloor = new Map<string, Set<string>>();
  for (const path of paths) {
    const [, floor = '', folder = ''] = /^(src\/\w+\/)([\w-]+)$/.exec(path) ?? [];
    if (floor) foldersByFloor.set(floor, (foldersByFloor.get(floor) ?? new Set()).add(folder));
  }
  return foldersByFloor;
}

function findRow(text: string): (floor: [string, ReadonlySet<string>]) => string[] {
  return ([floor, folders]) => {
    const row = text.split('\n').find(line => line.startsWith(`| \`${floor}\``)) ?? '';
    const namedFolders = new Set([...row.matchAll(/`([\w-]+)`/g)].map(match => match[1] as string));
    return [
      ...[...folders]
        .filter(folder => !namedFolders.has(folder))
        .map(folder => `${architecture}: say in the tree what ${floor}${folder} holds`),
      ...[...namedFolders]
        .filter(name => row !== '' && !folders.has(name))
        .map(name => `${architecture}: ${floor}${name} does not exist`),
    ];
  };
}

/** Words with a slash that look like a path, and file names, which follow a path in the same folder. */
function listPaths(text: string): string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map(match => match[1] as string)
    .filter(path =>
      /^\w[\w.<>*-]*(\/[\w.<>*-]+)*(\/|\.(ts|tsx|md|sql|json))$|^(src|console|packages|test|scripts)\/[\w./<>*-]+$/.test(
        path,
      ),
    );
}

function isThere(path: string): boolean {
  const plain = path.replace(/\/$/, '');
  if (/[<*]/.test(plain)) return [...paths].some(existing => toPattern(plain).test(existing));
  return roots.some(root => paths.has(root + plain)) || names.has(plain);
}

/** `<page>` and `*` stand for any name. */
function toPattern(path: string): RegExp {
  return new RegExp(`^(src/)?${path.replaceAll('.', '\\.').replace(/<\w+>|\*/g, '[^/]+')}$`);
}

function listFolders(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === '.' ? [] : [folder, ...listFolders(folder)];
}
