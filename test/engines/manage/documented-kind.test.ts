/**
 * The kind that docs/add-an-engine.md shows whole compiles, and passes the test that it shows beside it.
 * Its price leaves U1 to U4 free.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { quote } from '@kinora/shared/billing/quote';
import { withFreeSelection } from '../../../src/core/billing/prices.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const pages = ['add-an-engine.md', 'engines.md'];
const readPage = (name: string) => readFile(`${root}docs/${name}`, 'utf8');

async function readCodeBlock(text: string): Promise<string> {
  const blocks = [...(await readPage('add-an-engine.md')).matchAll(/```ts\n([\s\S]*?)```/g)];
  const block = blocks.find(([, code]) => code?.startsWith('/**') && code.includes(text))?.[1];
  assert.ok(block, text);
  return block;
}

test('the documented kind compiles and passes its conformance suite', async () => {
  // In the project, where its imports lead to what it names; not committed,
  // because its name begins with a dot.
  const kind = `${root}src/engines/kinds/.documented-pastel`;
  const file = `${root}test/engines/programs/.documented-pastel.test.ts`;
  await mkdir(kind, { recursive: true });
  try {
    await writeFile(`${kind}/pastel-kind.ts`, await readCodeBlock('export const pastelKind'));
    const suite = await readCodeBlock("testStepEngine('pastel'");
    await writeFile(file, suite.replace('kinds/pastel/', 'kinds/.documented-pastel/'));
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const output = execFileSync(process.execPath, ['--test', '--test-reporter=tap', file], {
      env,
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.match(output, /# pass 8\n# fail 0/);
  } finally {
    await rm(kind, { recursive: true });
    await rm(file, { force: true });
  }
});

test('the documented prices of image models leave the selection of a candidate free', async () => {
  for (const page of pages) {
    const prices = [...(await readPage(page)).matchAll(/--price '(\{"unit":"image".*?\})'/g)];
    assert.ok(prices.length > 0, page);
    for (const [, text = ''] of prices) {
      const { tiers, ...price } = withFreeSelection(JSON.parse(text));
      const card = { id: 'documented', tiers, price: { version: 'v1', ...price } };
      const findAmount = (operation: string, pictures: number) =>
        quote(card, { parameters: { operation }, tier: 'fast', pictures }).amountMicros;
      assert.equal(findAmount('select', 1), 0n, text);
      assert.ok(findAmount('grid', 4) > 0n, text);
    }
  }
});
