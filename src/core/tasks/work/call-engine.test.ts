/** How errors of calls to engines are classified. */
import { reason } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EngineError } from '../../../engines/contract/engine-error.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { engineFailure } from './call-engine.ts';

test('an error of the network is no response, and any other unknown error is one of the adapter', () => {
  const reset = new TypeError('terminated', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) });
  const mistake = new RangeError('Maximum call stack size exceeded');
  const failures = [reset, mistake, 'thrown'].map(engineFailure);
  assert.deepEqual(
    failures.map(({ code, message, notStarted }) => [code, message, notStarted]),
    [
      ['engine_unavailable', 'no response', false],
      ['engine_error', 'its adapter failed', false],
      ['engine_error', 'its adapter failed', false],
    ],
  );
  assert.equal(failures[1]?.cause, mistake);
  const engineError = new EngineError('engine_busy', reason('busy'));
  assert.equal(engineFailure(engineError), engineError);
  const ofDatabase = new AppError('server_busy');
  assert.throws(
    () => engineFailure(ofDatabase),
    (error: unknown) => error === ofDatabase,
  );
});

test('a disk of this server that cannot be used is no mistake of the adapter', async () => {
  const file = fileURLToPath(import.meta.url);
  const failure = engineFailure(await mkdir(join(file, 'below')).catch((error: unknown) => error));
  assert.deepEqual(
    [failure.code, failure.message, failure.retryable],
    ['engine_unavailable', 'this server could not use its disk', true],
  );
  const missing = await readFile(`${file}.missing`).catch((error: unknown) => error);
  assert.equal(engineFailure(missing).message, 'its adapter failed');
});
