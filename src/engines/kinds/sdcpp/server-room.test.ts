import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openIdleStop } from './idle-stop.ts';
import { openServerRoom, type RoomMember } from './server-room.ts';

const never = new AbortController().signal;

function member(name: string, log: string[]): RoomMember {
  return { kill: async () => void log.push(`${name} stopped`) };
}

test('one server works at a time, and the other is stopped before it begins', async () => {
  const log: string[] = [];
  const room = openServerRoom();
  const [one, other] = [member('one', log), member('other', log)];
  const leave = await room.enter(one, never);
  const waiting = room.enter(other, never).then(leaveOther => {
    log.push('other works');
    leaveOther();
  });
  log.push('one is done');
  leave();
  await waiting;
  assert.deepEqual(log, ['one is done', 'one stopped', 'other works']);
});

test('jobs of the loaded server go first, but only some of them while another waits', async () => {
  const log: string[] = [];
  const room = openServerRoom();
  const [one, other] = [member('one', []), member('other', [])];
  const job = async (server: RoomMember, name: string) => {
    const leave = await room.enter(server, never);
    log.push(name);
    leave();
  };
  const first = await room.enter(one, never);
  const all = [job(other, 'other'), ...Array.from({ length: 12 }, () => job(one, 'one'))];
  first();
  await Promise.all(all);
  assert.equal(log.indexOf('other'), 7, 'after eight jobs of the first, the one that held the room included');
  assert.equal(log.length, 13);
});

test('a job that is cancelled while it waits takes no turn', async () => {
  const room = openServerRoom();
  const leave = await room.enter(member('one', []), never);
  const cancelled = new AbortController();
  const waiting = room.enter(member('other', []), cancelled.signal);
  cancelled.abort();
  await assert.rejects(waiting, { code: 'engine_unavailable' });
  leave();
  (await room.enter(member('third', []), never))();
});

test('a server is stopped after its idle time, and not while it works or if it never should', async () => {
  let stops = 0;
  const sleeps: {
    readonly ms: number;
    readonly end: () => void;
    readonly signal: AbortSignal | undefined;
  }[] = [];
  const clock = {
    now: () => 0,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>(resolve => void sleeps.push({ ms, end: resolve, signal })),
  };
  const server = { kill: async () => void stops++ };
  const idle = openIdleStop({ server, clock, idleMs: 60_000 });
  idle.begin();
  idle.end();
  idle.begin();
  assert.ok(sleeps[0]?.signal?.aborted, 'the next job began in time');
  sleeps[0]?.end();
  idle.end();
  sleeps[1]?.end();
  await new Promise(setImmediate);
  assert.deepEqual([stops, sleeps[1]?.ms], [1, 60_000]);
  openIdleStop({ server, clock, idleMs: 0 }).end();
  assert.equal(sleeps.length, 2);
});
