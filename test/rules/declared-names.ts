/** The names that a file declares, read from its syntax tree. */
import { parseAst } from 'rolldown/parseAst';
import type { SourceFile } from './rule.ts';

export interface DeclaredName {
  readonly name: string;
  /** From 1. */
  readonly line: number;
}

/** A node of the syntax tree. Its parts are nodes, lists of nodes and plain values. */
type Node = Readonly<Record<string, unknown>>;

/** The parameters of functions, methods and function types. */
export function readParameters(file: SourceFile): DeclaredName[] {
  return readNames(file, ({ params }) => (Array.isArray(params) ? params : []));
}

/** Variables and parameters. */
export function readLocals(file: SourceFile): DeclaredName[] {
  return readNames(file, ({ type, id, params }) => [
    ...(type === 'VariableDeclarator' ? [id] : []),
    ...(Array.isArray(params) ? params : []),
  ]);
}

function readNames({ path, text }: SourceFile, listPatterns: (node: Node) => unknown[]): DeclaredName[] {
  const lang = path.endsWith('x') ? 'tsx' : path.endsWith('.js') ? 'js' : 'ts';
  const identifiers: Node[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const item of node) visit(item);
    if (!isNode(node)) return;
    identifiers.push(...listPatterns(node).flatMap(listIdentifiers));
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseAst(text, { lang, astType: lang === 'js' ? 'js' : 'ts' }));
  return identifiers.map(({ name, start }) => ({
    name: String(name),
    line: text.slice(0, Number(start)).split('\n').length,
  }));
}

/** The identifiers that a pattern introduces, without those that keep the name of a property. */
function listIdentifiers(pattern: unknown): Node[] {
  if (!isNode(pattern)) return [];
  const { type, left, argument, elements, properties, value, shorthand } = pattern;
  if (type === 'Identifier') return [pattern];
  if (type === 'AssignmentPattern') return listIdentifiers(left);
  if (type === 'RestElement') return listIdentifiers(argument);
  if (type === 'ArrayPattern') return (elements as unknown[]).flatMap(listIdentifiers);
  if (type === 'ObjectPattern') return (properties as unknown[]).flatMap(listIdentifiers);
  return type === 'Property' && shorthand !== true ? listIdentifiers(value) : [];
}

function isNode(node: unknown): node is Node {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}
