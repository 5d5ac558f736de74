/**
 * The layout of SQL: no line is longer than a line of code, and every CTE begins on a line of its own with a
 * comment that says what it holds.
 */
import type { Rule, SourceFile } from './rule.ts';

/** `printWidth` in .oxfmtrc.json. */
const width = 110;
/** A template literal or a quoted string that begins as a statement, or as a CTE of one, does. */
const literal = /`(?:\\.|[^`\\])*`|'(?:\\.|[^'\\\n])*'/g;
const isSql =
  /^.\s*(?:with [\w$]|select\b|insert into \w|update \w+(?: \w+)?\s+set\b|delete from \w|\w+ as (?:materialized )?\(|\$\{\w+\}\s+(?:select|from|where)\b|case\b|\(\n)/;
/** A CTE whose body begins without a comment. Lists of columns, such as `as item (id uuid)`, are none. */
const uncommentedCte =
  /\b(\w+)(?: \([\w, ]+\))? as (?:(?:not )?materialized )?\(\s*(?:\(?select|insert|update|delete|with|values|\$\{)/g;

export const sqlLayout: Rule = {
  title: `SQL is laid out in lines of at most ${width} characters, and a comment says what each CTE holds`,
  breaches: files => files.filter(isServerCode).flatMap(file => [...longLines(file), ...listBareCtes(file)]),
  counterexamples: {
    'src/a.ts': `const a = statement('a', \`select ${'column, '.repeat(14)}one from tasks\`);`,
    'src/b.ts': `const b = statement('b', 'select ${'column, '.repeat(14)}one from tasks');`,
    'src/c.ts':
      "const c = statement('c', `with ended_tasks as (select id from tasks) select id from ended_tasks`);",
    'src/d.ts':
      '`with ended_tasks as (\n  -- Ended.\n  select 1\n), late_tasks as materialized (\n  select 1\n)`',
  },
};

function longLines({ path, text }: SourceFile): string[] {
  const lines = text.split('\n');
  return listStatements(text).flatMap(({ from, sql }) =>
    sql.split('\n').flatMap((_, offset) => {
      const index = findLineNumber(text, from) + offset;
      return (lines[index]?.length ?? 0) > width
        ? [`${path}:${index + 1}: lay the statement out, one clause a line`]
        : [];
    }),
  );
}

function listBareCtes({ path, text }: SourceFile): string[] {
  return listStatements(text).flatMap(({ from, sql }) =>
    [...sql.matchAll(uncommentedCte)].map(
      match =>
        `${path}:${findLineNumber(text, from + match.index) + 1}: begin the CTE ${match[1]} with a comment on what it holds`,
    ),
  );
}

function listStatements(text: string): { readonly from: number; readonly sql: string }[] {
  return [...text.matchAll(literal)]
    .filter(([match]) => isSql.test(match) && /\b(?:select|set|delete)\b/.test(match))
    .map(({ index, 0: sql }) => ({ from: index, sql }));
}

function findLineNumber(text: string, index: number): number {
  return text.slice(0, index).split('\n').length - 1;
}

function isServerCode({ path }: SourceFile): boolean {
  return path.startsWith('src/') && path.endsWith('.ts');
}
