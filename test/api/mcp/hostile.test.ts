/**
 * Generated arguments that no tool accepts: each gets a typed error that says what is allowed.
 * Nothing is charged, and nothing fails.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { errorTable } from '@kinora/shared/errors/errors';
import { inDepth, runSeed } from '../../support/depth.ts';
import { connectMcp, readError } from '../../support/clients/mcp-client.ts';
import { startScriptedApp, type ScriptedApp } from '../../support/setups/scripted-app.ts';
import { oddJson } from '../../support/requests/bad-values.ts';

let kinora: ScriptedApp;

before(async () => {
  kinora = await startScriptedApp();
});

const count = inDepth({ quick: 300, full: 10_000 });

interface Schema {
  readonly properties?: Readonly<Record<string, object>>;
}

/**
 * What is valid for nobody: unknown names, values of the wrong kind, tasks that do not exist, and conflicts.
 */
function hostileArguments(name: string, { properties = {} }: Schema): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(properties);
  const stranger = fc.string({ maxLength: 12 });
  const key = names.length === 0 ? stranger : fc.oneof(fc.constantFrom(...names), stranger);
  const any = fc.dictionary(key, oddJson, { maxKeys: 6 });
  const unknownTask = fc.record(
    { prompt: fc.constant('a fox'), task: fc.string({ maxLength: 30 }) },
    { requiredKeys: ['task'] },
  );
  const wrong =
    names.length === 0
      ? any
      : fc.constantFrom(...names).chain(key => oddJson.map(value => ({ [key]: value })));
  return fc.oneof(any, wrong, ...(names.includes('task') && name !== 'generate_image' ? [unknownTask] : []));
}

const leaks =
  /\bat .+\.(js|ts):\d+|node_modules|violates|syntax error at|\[object |undefined|is not a function/;

test(`${count} hostile calls get typed errors, and nothing is charged`, async () => {
  for (const key of [kinora.imageKey, kinora.videoKey]) {
    const client = await connectMcp({ url: kinora.url, key });
    const { tools } = await client.listTools();
    const call = fc
      .constantFrom(...tools)
      .chain(tool =>
        hostileArguments(tool.name, tool.inputSchema as Schema).map(values => ({ name: tool.name, values })),
      );
    await fc.assert(
      fc.asyncProperty(call, async ({ name, values }) => {
        const result = await client.callTool({ name, arguments: values }).catch(assertUnreadable);
        if (!result) return;
        const { task, prompt } = (result.structuredContent ?? {}) as { task?: string; prompt?: string };
        if (task !== undefined && prompt !== undefined) validPrompts.add(prompt);
        const [contentPart] = result.content;
        const text = contentPart?.type === 'text' ? contentPart.text : '';
        if (!result.isError)
          return assert.ok(isHarmless(name, values, result.structuredContent), `accepted: ${name}`);
        const error = readError(result);
        assert.ok(error);
        assert.ok(error.code in errorTable, error.code);
        assert.notEqual(error.code, 'internal', `${name} ${JSON.stringify(values)}`);
        assert.ok(error.message.length > 10 && error.message.length < 4000, error.message);
        assert.doesNotMatch(text, leaks);
        const argumentName = error.param?.split('.')[0] ?? '';
        const { properties = {} } = tools.find(tool => tool.name === name)?.inputSchema ?? {};
        const isKnown =
          argumentName === '' || argumentName in properties || Object.hasOwn(values, argumentName);
        assert.ok(
          isKnown || Object.keys(values).includes(error.param ?? ''),
          `${name} has no ${error.param}`,
        );
      }),
      { numRuns: count / 2, seed: runSeed },
    );
  }
  const { rows } = await kinora.app.db.pool.query(
    `select count(*)::int as charged from ledger_entries where kind = 'charge'`,
  );
  const { rows: tasks } = await kinora.app.db.pool.query(`select prompt from tasks`);
  assert.ok(
    tasks.every(({ prompt }) => validPrompts.has(prompt)),
    JSON.stringify(tasks),
  );
  assert.ok(rows[0].charged <= tasks.length);
});

/** Texts that cannot be stored are refused before the message is read. Everything else is a result. */
function assertUnreadable(error: unknown): void {
  assert.match(String(error), /NUL character or an unpaired surrogate/);
}

/** Prompts that happen to be valid: any text is one. */
const validPrompts = new Set<string>();

/**
 * A tool without arguments accepts none, null, which stands for one that is left out, and `__proto__`, which
 * the server drops from JSON. A prompt of any words is valid.
 */
function isHarmless(name: string, values: Record<string, unknown>, output: unknown): boolean {
  if (name === 'list_models' || name === 'get_balance')
    return Object.entries(values).every(([key, value]) => value === null || key === '__proto__');
  const { prompt } = values;
  if (typeof prompt !== 'string') return false;
  return (output as { task?: string }).task !== undefined;
}
