import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openGate } from './gate.ts';

const patient = new AbortController().signal;

test('no more than the places run at once, and the others follow in their order', async () => {
  const gate = openGate(2);
  const work = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const started: number[] = [];
  const all = work.map(({ promise }, index) =>
    gate.run(patient, async () => {
      started.push(index);
      await promise;
      return index;
    }),
  );
  await setImmediate();
  assert.deepEqual(started, [0, 1]);
  work[1]?.resolve();
  await setImmediate();
  assert.deepEqual(started, [0, 1, 2]);
  for (const { resolve } of work) resolve();
  assert.deepEqual(await Promise.all(all), [0, 1, 2, 3]);
});

test('a place is free again after work that failed', async () => {
  const gate = openGate(1);
  await assert.rejects(
    gate.run(patient, () => Promise.reject(new Error('lost'))),
    /lost/,
  );
  assert.equal(await gate.run(patient, async () => 'in'), 'in');
});

test('who gives up waiting leaves with its own reason, and its turn goes to the next', async () => {
  const gate = openGate(1);
  const held = Promise.withResolvers<void>();
  const impatient = new AbortController();
  const first = gate.run(patient, () => held.promise);
  const second = gate.run(impatient.signal, () => assert.fail('ran although it had given up'));
  const third = gate.run(patient, async () => 'third');
  impatient.abort(new Error('no time'));
  await assert.rejects(second, /no time/);
  held.resolve();
  await first;
  assert.equal(await third, 'third');
});

test('who has given up before is not let in', async () => {
  const work = () => assert.fail('ran');
  await assert.rejects(openGate(1).run(AbortSignal.abort(new Error('too late')), work), /too late/);
});
