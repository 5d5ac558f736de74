/** No file imports itself through others, not even for types, so that a reader can start at the bottom. */
import { posix } from 'node:path';
import { importsOf } from './import-direction.ts';
import { isCode, type Rule, type SourceFile } from './rule.ts';

export const importCycles: Rule = {
  title: 'no file imports itself through others, not even for a type',
  breaches: files =>
    cyclesIn(importGraph(files.filter(isCode))).map(cycle => `${cycle.join(' -> ')}: break this cycle`),
  broken: { 'src/lib/money.ts': "import type { Money } from './money.ts';" },
};

function importGraph(files: readonly SourceFile[]): Map<string, string[]> {
  return new Map(
    files.map(({ path, text }) => [
      path,
      importsOf(text).map(specifier => posix.join(posix.dirname(path), specifier)),
    ]),
  );
}

/** Depth first: a file that is visited again while its own imports are visited closes a cycle. */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
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
