/**
 * The names of CTEs. One that is named like a table hides it from the rest of its statement, which then
 * reads the CTE and not the table.
 */
import { readFileSync } from 'node:fs';
import { isCode, type Rule } from './rule.ts';

const schema = readFileSync(new URL('../../migrations/schema.sql', import.meta.url), 'utf8');
const tables = new Set(
  [...schema.matchAll(/^create (?:table|view|sequence) (\w+)/gim)].map(match => match[1]),
);

export const cteNames: Rule = {
  title: 'no CTE is named like a table, a view or a sequence',
  breaches: files =>
    files
      .filter(file => isCode(file) && file.path.startsWith('src/'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/(\w+) as (?:(?:not )?materialized )?\(/g)]
          .map(match => match[1] as string)
          .filter(name => tables.has(name))
          .map(
            name =>
              `${path}: the CTE ${name} hides the table of this name; name it for the rows that it holds`,
          ),
      ),
  broken: {
    'src/one.ts': "statement('one', `with tasks as (select id from tasks) select id from tasks`)",
    'src/two.ts': "statement('two', `with due as (select 1), hooks as materialized (select 1) select 1`)",
  },
};
