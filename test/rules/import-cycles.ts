/**
 * No file or folder imports itself through others, not even for types, so that a
 * reader can start at the bottom.
 */
import { posix } from 'node:path';
import { findImports } from './import-direction.ts';
import { isCode, type Rule, type SourceFile } from './rule.ts';

export const importCycles: Rule = {
  title: 'no file imports itself through others, not even for a type',
  breaches: files =>
    listCycles(importGraph(files.filter(isCode))).map(cycle => `${cycle.join(' -> ')}: break this cycle`),
  counterexamples: { 'packages/shared/src/money/money.ts': "import type { Money } from './money.ts';" },
};

/**
 * A folder is the files in it, without those in folders below: a parent and its children
 * must not need each other either.
 */
export const folderCycles: Rule = {
  title: 'no folder imports itself through other folders, not even for a type',
  breaches: files =>
    listCycles(folderGraph(files.filter(file => isCode(file) && !file.path.endsWith('.test.ts')))).map(
      cycle => `${cycle.join(' -> ')}: move what these folders share into one of them, or below`,
    ),
  // It takes two files: rules.test.ts shows that such a cycle is found.
  counterexamples: {},
};

/** Folder -> the other folders whose code its files import. */
function folderGraph(files: readonly SourceFile[]): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  const paths = new Set(files.map(({ path }) => path));
  for (const [path, targets] of importGraph(files)) {
    const folder = posix.dirname(path);
    const importedFolders = targets
      .filter(target => paths.has(target))
      .map(target => posix.dirname(target))
      .filter(target => target !== folder);
    graph.set(folder, [...new Set([...(graph.get(folder) ?? []), ...importedFolders])]);
  }
  return graph;
}

function importGraph(files: readonly SourceFile[]): Map<string, string[]> {
  return new Map(
    files.map(({ path, text }) => [
      path,
      findImports(text).map(specifier => posix.join(posix.dirname(path), specifier)),
    ]),
  );
}

/** Depth first: a file that is visited again while its own imports are visited closes a cycle. */
function listCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const visit = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path]);
    if (finished.has(path) || trail.includes(path)) return;
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
    finished.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return cycles;
}
