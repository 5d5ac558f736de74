/** A parameter is named for what it holds. A preposition only says how the call reads. */
import { readParameters } from './declared-names.ts';
import { isCode, type Rule, type SourceFile } from './rule.ts';

/**
 * `from`, `to`, `before`, `after`, `since` and `until` are not among them: they are the usual names of the
 * two ends of a range and of cursors. Nor is `out`, the usual name of a buffer that a function fills.
 */
const prepositions =
  'of|by|at|how|why|on|in|with|without|for|into|about|over|under|off|as|up|down|between|via|per|than';
const isPreposition = new RegExp(`^(?:${prepositions})$`);
/** Only files with such a word in a place where a parameter could be are parsed. */
const couldBeParameter = new RegExp(
  `(?:[(,{[]|\\.\\.\\.|: )\\s*(?:${prepositions})\\??\\s*[,:)=}\\]]|\\b(?:${prepositions})\\s*=>`,
);

export const parameterNames: Rule = {
  title: 'no parameter is named by a preposition',
  breaches: files => files.filter(isWritten).flatMap(listBreaches),
  counterexamples: {
    'src/a.ts': 'export function sum(of: readonly number[]): void {}',
    'src/b.ts': 'export const sums = [[1]].map(by => by.length);',
    'src/c.ts': 'interface Painter { paint(at: number): void; }',
    'src/d.ts': 'export function find({ place: at }: Spot): void {}',
    'console/e.tsx': 'export const Line = ({ id, ...on }: Props) => <p {...on}>{id}</p>;',
  },
};

function isWritten(file: SourceFile): boolean {
  return isCode(file) && !file.path.endsWith('http/openapi.ts') && couldBeParameter.test(file.text);
}

function listBreaches(file: SourceFile): string[] {
  return readParameters(file)
    .filter(({ name }) => isPreposition.test(name))
    .map(({ name, line }) => `${file.path}:${line}: name the parameter ${name} for what it holds`);
}
