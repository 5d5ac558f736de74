import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parameterTable, type Parameter } from './parameter-table.ts';
import { parsePrompt } from './parse-prompt.ts';
import { retiredParameters } from './retired-parameters.ts';
import { versionsIn } from './image-versions.ts';

const document = readFileSync(new URL('../../../../docs/prompts.md', import.meta.url), 'utf8');
const table: readonly Parameter[] = parameterTable;

test('the table in docs/prompts.md is the table of the parser', () => {
  const section = /^## Parameters\n(.*?)^## /ms.exec(document)?.[1] ?? '';
  const documentedRows = section
    .split('\n')
    .filter(line => line.startsWith('| `--'))
    .map(line => line.replaceAll(/ {2,}/g, ' '));
  const rows = table.map(({ names, takes, default: usual, versions, does }) => {
    const flags = names.map(name => `\`--${name}\``).join(' ');
    return `| ${flags} | ${takes} | ${usual} | ${versions} | ${does} |`;
  });
  assert.deepEqual(documentedRows, rows);
});

test('docs/prompts.md names every retired parameter', () => {
  for (const name of retiredParameters.keys()) assert.ok(document.includes(`\`--${name}\``), name);
});

test('the examples in docs/prompts.md are valid prompts', () => {
  const examples = [...document.matchAll(/^```\n(.*?)^```/gms)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  );
  assert.ok(examples.length > 3);
  for (const example of examples.filter(line => !/[{}]/.test(line))) {
    const parsed = parsePrompt(example, '7');
    assert.ok(parsed.ok, `${example}: ${JSON.stringify(parsed)}`);
  }
});

test('every parameter name is unique', () => {
  const names = [...table.flatMap(parameter => parameter.names), ...retiredParameters.keys()];
  assert.equal(new Set(names).size, names.length);
});

test('a version range is expanded to its versions', () => {
  assert.deepEqual([...versionsIn('5.1 to 6, niji 4, 8.2')], ['5.1', '5.2', '6', 'niji 4', '8.2']);
  assert.equal(versionsIn('all').size, 16);
  for (const { names, versions } of table) {
    assert.ok(versionsIn(versions).size > 0, names[0]);
    assert.ok(/^(all|(niji )?[\d.]+( to [\d.]+)?(, (niji )?[\d.]+( to [\d.]+)?)*)$/.test(versions), versions);
  }
});
