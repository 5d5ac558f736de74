/** Work that is paid for: what was bought is not thrown away, and what was not bought is not counted as bought. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Engine, EngineStatus } from '../../src/engines/engine.ts';
import { imageEnd, imagine, startTestApp } from '../support/app.ts';
import { cardsForPuppet } from '../support/cards.ts';
import { signedIn } from '../support/console-client.ts';
import { startPuppet, type Puppet } from '../support/puppet.ts';
import { puppetEngine } from '../support/puppet-engine.ts';

let puppet: Puppet;

before(async () => {
  puppet = await startPuppet();
});

const paidTraits = { isPaid: true, afterUnknownStart: 'never' } as const;

/** An installation with a paid engine that does some things its own way. */
async function startWith(change: (engine: Engine) => Partial<Engine>, settings = {}) {
  const engine = puppetEngine(puppet.url, paidTraits);
  const kinora = await startTestApp({
    engines: [{ ...engine, ...change(engine) }],
    cards: cardsForPuppet,
    settings,
  });
  return kinora;
}

test('a job that was refused late was not bought: it is started again, and costs what was accepted', async () => {
  const refusal: EngineStatus = {
    state: 'failed',
    code: 'engine_busy',
    message: 'it takes no jobs',
    retryable: true,
    notStarted: true,
  };
  const refusals = [refusal, refusal];
  const kinora = await startWith(({ check }) => ({
    check: async (...asked) => refusals.shift() ?? check(...asked),
  }));
  const operator = await signedIn(kinora, 'operator');
  await operator.done('route change', {
    model: 'sketch',
    engine: 'puppet',
    cost: '0.01',
    cost_unit: 'image',
  });
  const record = await imageEnd(kinora, await imagine(kinora, '{} --v 1'));
  assert.equal(record.status, 'SUCCESS', record.failReason);
  const { rows } = await kinora.app.db.pool.query('select sum(micros)::int as micros from engine_spending');
  assert.deepEqual(rows, [{ micros: 40_000 }]);
});
