import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openFairQueue } from './fair-queue.ts';

const limits = { threads: 2, memory: 100, small: { cost: 10, memory: 10 } };

/** Work that runs until the test ends it. `startedNames` lists the started work in order. */
function openWorks(overrides: Partial<typeof limits> = {}) {
  const queue = openFairQueue({ ...limits, ...overrides });
  const startedNames: string[] = [];
  const ends = new Map<string, () => void>();
  /** The first letter of the name is the holder. Work of the server itself has a name in digits. */
  const begin = (name: string, cost: number, memory = 0) => {
    const holder = /\d/.test(name.charAt(0)) ? '' : name.charAt(0).toLowerCase();
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, resolve);
    const work = async () => {
      startedNames.push(name);
      await promise;
    };
    return queue.run({ holder, cost, memory }, work);
  };
  const end = async (...names: readonly string[]) => {
    for (const name of names) {
      ends.get(name)?.();
      await setImmediate();
    }
  };
  return { startedNames, begin, end };
}

test('small work has a thread of its own, whatever large work runs and waits', async () => {
  const { startedNames, begin, end } = openWorks();
  const all = [begin('A1', 1000), begin('B1', 1000), begin('A2', 1000), begin('B2', 1000)];
  all.push(begin('a', 1), begin('c', 1));
  await setImmediate();
  assert.deepEqual(startedNames, ['A1', 'B1', 'a']);
  await end('a');
  assert.deepEqual(startedNames, ['A1', 'B1', 'a', 'c']);
  await end('c', 'A1', 'B1', 'A2', 'B2');
  await Promise.all(all);
});

test('each holder gets the same share, measured by cost and not by number', async () => {
  const { startedNames, begin, end } = openWorks({ threads: 1 });
  const all = [begin('A1', 400), begin('A2', 400), begin('A3', 400)];
  for (const name of ['B1', 'B2', 'B3', 'B4']) all.push(begin(name, 100));
  await end('A1', 'B1', 'B2', 'B3', 'A2', 'B4', 'A3');
  await Promise.all(all);
  assert.deepEqual(startedNames, ['A1', 'B1', 'B2', 'B3', 'B4', 'A2', 'A3']);
});

test('large work of one holder leaves a thread to others, and work of the server uses both', async () => {
  const one = openWorks();
  const all = [one.begin('A1', 100), one.begin('A2', 100), one.begin('B1', 500)];
  await setImmediate();
  assert.deepEqual(one.startedNames, ['A1', 'B1']);
  await one.end('A1', 'A2', 'B1');
  const otherWorks = openWorks();
  all.push(otherWorks.begin('1', 100), otherWorks.begin('2', 100), otherWorks.begin('3', 100));
  await setImmediate();
  assert.deepEqual(otherWorks.startedNames, ['1', '2']);
  await otherWorks.end('1', '2', '3');
  await Promise.all(all);
});

test('large work waits for its memory, small work does not wait for it, and later large work does', async () => {
  const { startedNames, begin, end } = openWorks();
  const all = [begin('A', 100, 80), begin('B', 100, 50), begin('C', 200, 20), begin('d', 1, 10)];
  await setImmediate();
  assert.deepEqual(startedNames, ['A', 'd']);
  await end('d', 'A');
  assert.deepEqual(startedNames, ['A', 'd', 'B', 'C']);
  await end('B', 'C');
  await Promise.all(all);
});

test('small work that never ends does not keep large work from its turn', async () => {
  const { startedNames, begin, end } = openWorks({ threads: 1 });
  const all = [begin('s0', 10), begin('A', 25)];
  for (let at = 1; at <= 6; at++) all.push(begin(`s${at}`, 10));
  await end('s0', 's1');
  assert.deepEqual(startedNames, ['s0', 's1', 'A', 's2']);
  await end('A', 's2', 's3', 's4', 's5', 's6');
  await Promise.all(all);
});

test('the places of work that fails are free again', async () => {
  const queue = openFairQueue({ ...limits, threads: 1 });
  const entry = { holder: 'a', cost: 100, memory: 100 };
  await assert.rejects(
    queue.run(entry, () => Promise.reject(new TypeError('no'))),
    TypeError,
  );
  assert.equal(await queue.run(entry, async () => 1), 1);
});
