/**
 * The names of CTEs. One that is named like a table hides it from the rest of its statement, which then
 * reads the CTE and not the table. One that is a bare participle (`counted`, `due`) does not say of what.
 */
import { readFileSync } from 'node:fs';
import { irregularParticiples } from './participles.ts';
import { isCode, type Rule } from './rule.ts';

const schema = readFileSync(new URL('../../migrations/schema.sql', import.meta.url), 'utf8');
const tables = new Set(
  [...schema.matchAll(/^create (?:table|view|sequence) (\w+)/gim)].map(match => match[1]),
);

const cte =
  /\b(\w+) as (?:(?:not )?materialized )?\((?=\s*(?:--|\(|select|insert|update|delete|with|values|\$\{))/g;
const participle = new RegExp(`^(?:[a-z]+ed|${irregularParticiples}|due|own|for_\\w+)$`);

export const cteNames: Rule = {
  title: 'no CTE is named like a table, a view or a sequence, or by a bare participle',
  breaches: files =>
    files
      .filter(file => isCode(file) && file.path.startsWith('src/'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(cte)].flatMap(([, name = '']) => {
          if (tables.has(name))
            return [
              `${path}: the CTE ${name} hides the table of this name; name it for the rows that it holds`,
            ];
          return participle.test(name) ? [`${path}: name the CTE ${name} for the rows that it holds`] : [];
        }),
      ),
  counterexamples: {
    'src/one.ts': "statement('one', `with tasks as (select id from tasks) select id from tasks`)",
    'src/two.ts': "statement('two', `with rows as (select 1), hooks as materialized (select 1) select 1`)",
    'src/three.ts': "statement('three', `with counted as (select 1) select 1`)",
    'src/four.ts': "statement('four', `with rows as (select 1), due as materialized (select 1) select 1`)",
  },
};
