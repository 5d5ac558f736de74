import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type Gate, openGate } from './gate.ts';

/** Work that runs until the test ends it. `startedNames` lists the started work in order. */
function openWorks(gate: Gate) {
  const startedNames: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (name: string, holder: string, places?: number) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, resolve);
    const work = () => {
      startedNames.push(name);
      return promise;
    };
    return gate.run({ holder, ...(places && { places }) }, work);
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await setImmediate();
  };
  return { startedNames, begin, end };
}

test('as much work runs as there are places, and the rest follows in order', async () => {
  const { startedNames, begin, end } = openWorks(openGate({ places: 2 }));
  const all = ['a', 'b', 'c', 'd'].map(name => begin(name, 'one'));
  await setImmediate();
  assert.deepEqual(startedNames, ['a', 'b']);
  await end('b');
  assert.deepEqual(startedNames, ['a', 'b', 'c']);
  for (const name of ['a', 'c', 'd']) await end(name);
  await Promise.all(all);
});

test('a holder has at most its share of places, and holders take turns', async () => {
  const { startedNames, begin, end } = openWorks(openGate({ places: 3, perHolder: 2 }));
  for (const name of ['a1', 'a2', 'a3', 'a4']) void begin(name, 'a');
  for (const name of ['b1', 'b2']) void begin(name, 'b');
  void begin('c1', 'c');
  await setImmediate();
  assert.deepEqual(startedNames, ['a1', 'a2', 'b1']);
  await end('a1');
  await end('a2');
  assert.deepEqual(startedNames.slice(3), ['a3', 'b2'], 'the first holder is next, followed by the others');
  await end('b1');
  assert.deepEqual(startedNames.slice(5), ['c1']);
});

test('work of a large weight waits until it fits, and later work does not overtake it', async () => {
  const { startedNames, begin, end } = openWorks(openGate({ places: 10 }));
  void begin('small', 'a', 4);
  void begin('large', 'b', 8);
  void begin('late', 'c', 1);
  await setImmediate();
  assert.deepEqual(startedNames, ['small']);
  await end('small');
  assert.deepEqual(startedNames, ['small', 'large', 'late']);
  void begin('too large', 'd', 99);
  await end('large');
  await end('late');
  assert.equal(startedNames.at(-1), 'too large', 'work that needs more than all places runs alone');
});

test('failed work frees its places', async () => {
  const gate = openGate({ places: 1 });
  await assert.rejects(
    gate.run({ holder: 'a' }, () => Promise.reject(new Error('lost'))),
    /lost/,
  );
  assert.equal(await gate.run({ holder: 'a' }, async () => 'in'), 'in');
});

test('a cancelled wait rejects with its own reason, and its turn goes to the next', async () => {
  const gate = openGate({ places: 1 });
  const firstWork = Promise.withResolvers<void>();
  const impatient = new AbortController();
  const first = gate.run({ holder: 'a' }, () => firstWork.promise);
  const second = gate.run({ holder: 'a', signal: impatient.signal }, () =>
    assert.fail('cancelled work was started'),
  );
  const third = gate.run({ holder: 'a' }, async () => 'third');
  impatient.abort(new Error('no time'));
  await assert.rejects(second, /no time/);
  firstWork.resolve();
  await first;
  assert.equal(await third, 'third');
});

test('work that is already cancelled is not started', async () => {
  const signal = AbortSignal.abort(new Error('too late'));
  const work = () => assert.fail('ran');
  await assert.rejects(openGate({ places: 1 }).run({ holder: 'a', signal }, work), /too late/);
});
