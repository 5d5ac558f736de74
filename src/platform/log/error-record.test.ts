import { reason } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import pg from 'pg';
import { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import { EngineError } from '../../engines/contract/engine-error.ts';
import { errorRecord } from './error-record.ts';

const prompt = 'zinnober harbour';
const brief = (error: unknown) => errorRecord(error, { isFull: false });

function catchError(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

function databaseError(code: string, fields: object): Error {
  const error = new pg.DatabaseError(`invalid input syntax for type json ${prompt}`, 0, 'error');
  return Object.assign(error, { severity: 'ERROR', code, ...fields });
}

const quoting: Readonly<Record<string, unknown>> = {
  'what an engine said': new EngineError('engine_rejected', reason('rejected', { said: prompt }), {
    cause: prompt,
  }),
  'an engine in parentheses': new EngineError(
    'engine_rejected',
    reason('workflow_rejected', { faults: prompt }),
  ),
  'JSON that cannot be parsed': catchError(() => JSON.parse(`{${prompt}`)),
  'JSON that goes on': catchError(() => JSON.parse(`"${prompt}" "${prompt}`)),
  'a number that is none': catchError(() => BigInt(prompt)),
  'a value of the wrong type': catchError(() => Buffer.from({ length: prompt } as never, prompt as never)),
  'a property of a text': catchError(() => Object.assign(prompt, { x: 1 }).concat.call(null)),
  'a URL': catchError(() => new URL(prompt)),
  'a row': databaseError('23514', { message: 'new row', detail: `Failing row contains (${prompt})` }),
  'a parameter': databaseError('22P02', { message: `invalid token "${prompt}"`, where: `line 1: ${prompt}` }),
  'a rejected request': new AppError('banned_word', { word: prompt, prompt }),
  'an unexpected record': z.object({ a: z.enum(['b']) }).safeParse({ a: prompt, [prompt]: 1 }).error,
  'an error of nobody': new Error(prompt),
  'a text': prompt,
  'several errors': new AggregateError([new Error(prompt), prompt], prompt),
  'a message that looks like a stack': new TypeError(`it's "\n    at ${prompt} (file.ts:1:1)`),
  'a cause': new EngineError('engine_error', reason('answer_none'), {
    cause: new Error(prompt, { cause: prompt }),
  }),
};
for (const [description, error] of Object.entries(quoting))
  test(`the log record of an error does not contain the prompt: ${description}`, () => {
    assert.ok(error !== undefined);
    assert.doesNotMatch(JSON.stringify(brief(error)), /zinnober|harbour/);
  });

test('messages and causes are logged in full if the operator enables it', () => {
  const full = (error: unknown) => JSON.stringify(errorRecord(error, { isFull: true }));
  for (const description of ['what an engine said', 'a row', 'an error of nobody', 'a text', 'a cause'])
    assert.match(full(quoting[description]), /zinnober harbour/, description);
});

test('details that help find the fault are logged', async () => {
  const system = brief(await readFile('/nowhere').catch((error: unknown) => error));
  assert.deepEqual(system, {
    type: 'Error',
    code: 'ENOENT',
    message: "ENOENT: no such file or directory, open '/nowhere'",
    ...(system.stack !== undefined && { stack: system.stack }),
  });
  const engine = brief(quoting['what an engine said']);
  assert.deepEqual([engine.code, engine.message], ['engine_rejected', 'it rejected the job …']);
  assert.match(engine.stack ?? '', /^\s+at .*error-record\.test\.ts:\d+:\d+/);
  const missing = databaseError('42P01', { message: 'relation "tasks" does not exist', table: 'tasks' });
  const { message, table, severity } = brief(missing);
  assert.deepEqual([message, table, severity], ['relation "tasks" does not exist', 'tasks', 'ERROR']);
  const schemaError = z.object({ list: z.array(z.number()) }).safeParse({ list: [1, 'x'] }).error;
  assert.deepEqual(brief(schemaError)['issues'], ['list.1: invalid_type']);
  assert.equal(
    brief(catchError(() => (undefined as any).x)).message,
    'Cannot read properties of undefined …',
  );
  assert.equal(
    brief(Object.assign(new Error("the engine's file is gone"), { code: 'file_gone' })).message,
    "the engine's file is gone",
  );
});
