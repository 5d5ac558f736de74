/**
 * Paid work: a result that was paid for is not discarded, and work that was not
 * accepted is not counted as paid.
 */
import { reason } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { EngineError } from '../../../src/engines/contract/engine-error.ts';
import type { Engine } from '../../../src/engines/contract/engine.ts';
import type { EngineStatus } from '../../../src/engines/contract/engine-status.ts';
import { startFailure, stepFailure } from '../../../src/engines/adapter-kit/http/http-failures.ts';
import { systemClock } from '@kinora/shared/clock';
import { call, imageEnd, imagine, startTestApp, until } from '../../support/servers/app.ts';
import { scriptedCards } from '../../support/engines/cards.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { startScriptedServer, type ScriptedServer } from '../../support/engines/scripted-server.ts';
import { scriptedEngine } from '../../support/engines/scripted-engine.ts';

let scriptedServer: ScriptedServer;

before(async () => {
  scriptedServer = await startScriptedServer();
});

const verbatim = { clean: (text: string) => text };
const paidTraits = { isPaid: true, afterUnknownStart: 'never' } as const;

/** An installation with a paid engine whose methods are partly replaced. */
async function startWith(change: (engine: Engine) => Partial<Engine>, settings = {}) {
  const engine = scriptedEngine(scriptedServer.url, paidTraits);
  const kinora = await startTestApp({
    engines: [{ ...engine, ...change(engine) }],
    cards: scriptedCards,
    settings,
  });
  return kinora;
}

test('a job that was rejected late was not paid: it starts again, and only the accepted one has a cost', async () => {
  const refusal: EngineStatus = {
    state: 'failed',
    code: 'engine_busy',
    reason: reason('not_accepting'),
    retryable: true,
    notStarted: true,
  };
  const refusals = [refusal, refusal];
  const kinora = await startWith(({ check }) => ({
    check: async (...parameters) => refusals.shift() ?? check(...parameters),
  }));
  const operator = await signedIn(kinora, 'operator');
  await operator.done('route change', {
    model: 'sketch',
    engine: 'scripted',
    cost: '0.01',
    cost_unit: 'image',
  });
  const record = await imageEnd(kinora, await imagine(kinora, '{} --v 1'));
  assert.equal(record.status, 'SUCCESS', record.failReason);
  const { rows } = await kinora.app.db.pool.query('select sum(micros)::int as micros from engine_spending');
  assert.deepEqual(rows, [{ micros: 40_000 }]);
});

const unavailableError = () =>
  new EngineError('engine_unavailable', reason('answer_none'), { retryable: true });

test('a paid result that cannot be fetched is fetched later, however often that fails', async () => {
  let failures = 4;
  const kinora = await startWith(({ open }) => ({
    open: async (...file) => {
      if (failures-- > 0) throw unavailableError();
      return open(...file);
    },
  }));
  const record = await imageEnd(kinora, await imagine(kinora, '{} --v 1'));
  assert.equal(record.status, 'SUCCESS', record.failReason);
});

test('a failed cancellation of paid work is repeated, and a start without a response is cancelled too', async () => {
  let failures = 2;
  const handles: unknown[] = [];
  let isLost = false;
  const kinora = await startWith(({ traits, start, cancel }) => ({
    traits: { ...traits, afterUnknownStart: 'find' },
    start: async (...parameters) => {
      const handle = await start(...parameters);
      if (isLost) throw unavailableError();
      return handle;
    },
    check: async () => ({ state: 'running', progress: 0, checkAgainMs: 50 }),
    cancel: async handle => {
      if (failures-- > 0) throw unavailableError();
      handles.push(handle);
      return cancel(handle);
    },
  }));
  const stopTask = async () => {
    const calls = scriptedServer.calls.length;
    const id = await imagine(kinora, '{} --v 1');
    await until(
      async () => scriptedServer.calls.slice(calls).some(step => step.startsWith('start')),
      Boolean,
    );
    await call(`${kinora.url}/mj/task/${id}/cancel`, { key: kinora.imageKey, method: 'POST' });
    return imageEnd(kinora, id);
  };
  assert.match((await stopTask()).failReason, /cancelled/);
  assert.equal(handles.length, 1);
  isLost = true;
  assert.match((await stopTask()).failReason, /cancelled/);
  assert.equal(handles.length, 2);
});

test('an engine gets no start before the time of its Retry-After', async () => {
  const starts: number[] = [];
  const kinora = await startWith(({ start }) => ({
    start: async (...parameters) => {
      starts.push(systemClock.now());
      if (starts.length > 1) return start(...parameters);
      throw startFailure(
        { status: 429, headers: { 'retry-after': '2' }, bytes: Buffer.from('{}') },
        verbatim,
      );
    },
  }));
  const record = await imageEnd(kinora, await imagine(kinora, '{} --v 1'));
  assert.equal(record.status, 'SUCCESS', record.failReason);
  assert.equal(starts.length, 2);
  const [first = 0, second = 0] = starts;
  assert.ok(second - first >= 1_900, `${second - first} ms`);
});

const throttleError = () =>
  stepFailure({ status: 429, headers: { 'retry-after': '4' }, bytes: Buffer.from('{}') }, verbatim);

test('an engine is not polled before the time of its Retry-After', async () => {
  const polls: number[] = [];
  const opens: number[] = [];
  const kinora = await startWith(({ check, open }) => ({
    check: async (...parameters) => {
      polls.push(systemClock.now());
      if (polls.length === 1) throw throttleError();
      return check(...parameters);
    },
    open: async (...file) => {
      opens.push(systemClock.now());
      if (opens.length === 1) throw throttleError();
      return open(...file);
    },
  }));
  const record = await imageEnd(kinora, await imagine(kinora, '{} --v 1'));
  assert.equal(record.status, 'SUCCESS', record.failReason);
  assert.ok(Number(polls[1]) - Number(polls[0]) >= 3_900, `${Number(polls[1]) - Number(polls[0])} ms`);
  const firstOpen = Number(opens[0]);
  const laterOpens = opens.filter(time => time - firstOpen > 1_000);
  assert.ok(Number(laterOpens[0]) - firstOpen >= 3_900, `${Number(laterOpens[0]) - firstOpen} ms`);
});

test('a task whose engine asks for too long a pause is checked once more before its deadline', async () => {
  const polls: number[] = [];
  const kinora = await startWith(({ check }) => ({
    check: async (...parameters) => {
      polls.push(systemClock.now());
      if (polls.length === 1)
        throw stepFailure(
          { status: 503, headers: { 'retry-after': '240' }, bytes: Buffer.from('') },
          verbatim,
        );
      return check(...parameters);
    },
  }));
  const operator = await signedIn(kinora, 'operator');
  await operator.done('route change', { model: 'sketch', engine: 'scripted', timeout_seconds: 12 });
  const record = await imageEnd(kinora, await imagine(kinora, '{} --v 1'));
  assert.equal(record.status, 'SUCCESS', record.failReason);
  assert.ok(Number(polls[1]) - Number(polls[0]) < 12_000);
});
