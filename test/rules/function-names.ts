/**
 * The names of functions. A function is named for what it does or for what it returns: `readToken`,
 * `toTokenRow`, `tokenColumns`. A name such as `tokenOf` says neither.
 */
import { isCode, type Rule, type SourceFile } from './rule.ts';

/** A declared function, a constant that is a function, a method, or a field with a function in it. */
const declaration =
  /\bfunction\*? (\w+[a-z]Of)\b|\bconst (\w+[a-z]Of) = (?:async )?(?:function\b|\(|\w+ =>)|^\s*(?:readonly )?(\w+[a-z]Of)(?:\??: (?:async )?\(|\((?=[^;]*\)(?:: [^;=]+)?[;{]$))/;
/** A choice of several values, which is the word of JSON Schema; and JavaScript's own. */
const allowedNames = new Set(['oneOf', 'valueOf', 'indexOf', 'lastIndexOf']);

export const functionNames: Rule = {
  title: 'no function is named …Of: its name says what it does or returns',
  breaches: files => files.filter(isRenamed).flatMap(listBreaches),
  counterexamples: {
    'src/a.ts': 'export async function tokenOf(id: string): Promise<Token> {}',
    'src/b.ts': 'const creditOf = (row: Row) => row.credit;',
    'src/c.ts': 'interface Cache {\n  readonly sizeOf: (value: string) => number;\n}',
    'console/d.tsx': 'export function labelOf(line: Line): string {}',
    'src/e.ts': 'interface Routes {\n  idOf(name: string): string;\n}',
  },
};

function listBreaches({ path, text }: SourceFile): string[] {
  return text.split('\n').flatMap((line, index) => {
    const name = declaration.exec(line)?.slice(1).find(Boolean);
    return name && !allowedNames.has(name)
      ? [`${path}:${index + 1}: name ${name} for what it does or returns`]
      : [];
  });
}

/** The project's code, without its rules, which name what they forbid. */
function isRenamed(file: SourceFile): boolean {
  return isCode(file) && !file.path.startsWith('test/rules/');
}
