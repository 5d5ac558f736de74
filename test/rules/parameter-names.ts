/** A parameter is named for what it holds. A preposition only says how the call reads. */
import { parseAst } from 'rolldown/parseAst';
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

function listBreaches({ path, text }: SourceFile): string[] {
  const lang = path.endsWith('x') ? 'tsx' : path.endsWith('.js') ? 'js' : 'ts';
  const parameters: NamedParameter[] = [];
  collect(parseAst(text, { lang, astType: lang === 'js' ? 'js' : 'ts' }), parameters);
  return parameters.map(({ name, start }) => {
    const line = text.slice(0, start).split('\n').length;
    return `${path}:${line}: name the parameter ${name} for what it holds`;
  });
}

interface NamedParameter {
  readonly name: string;
  readonly start: number;
}

/** A node of the syntax tree. Its parts are nodes, lists of nodes and plain values. */
type Node = Readonly<Record<string, unknown>>;

function collect(node: unknown, parameters: NamedParameter[]): void {
  if (Array.isArray(node)) for (const one of node) collect(one, parameters);
  if (!isNode(node)) return;
  const { params } = node;
  if (Array.isArray(params))
    parameters.push(...params.flatMap(listNames).filter(({ name }) => isPreposition.test(name)));
  for (const part of Object.values(node)) collect(part, parameters);
}

/** The names that a parameter introduces, without those that are only the name of a property. */
function listNames(parameter: unknown): NamedParameter[] {
  if (!isNode(parameter)) return [];
  const { type, name, start, left, argument, elements, properties, value, shorthand } = parameter;
  if (type === 'Identifier') return [{ name: String(name), start: Number(start) }];
  if (type === 'AssignmentPattern') return listNames(left);
  if (type === 'RestElement') return listNames(argument);
  if (type === 'ArrayPattern') return (elements as unknown[]).flatMap(listNames);
  if (type === 'ObjectPattern') return (properties as unknown[]).flatMap(listNames);
  return type === 'Property' && shorthand !== true ? listNames(value) : [];
}

function isNode(node: unknown): node is Node {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}
