/**
 * One Kinora in front of another, each in its own process: whichever is killed and whenever, every task is
 * generated and charged once, and both ledgers balance.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, imageEnd, imagine, until, videoEnd } from '../../support/servers/app.ts';
import { type CrashedLedger, checkCrashedLedger } from '../../support/crashes/crashed-ledger-check.ts';
import { type CrashingServer, makeCrashingServer } from '../../support/crashes/crashing-server.ts';
import type { PlacedKind } from '../../support/engines/place-kinds.ts';
import { type ScriptedServer, startScriptedServer } from '../../support/engines/scripted-server.ts';
import { testInFull } from '../../support/test-in-full.ts';

let scriptedServer: ScriptedServer;
let rear: CrashingServer;
let front: CrashingServer;
let tasks = 0;

before(async () => {
  scriptedServer = await startScriptedServer();
  rear = await makeCrashingServer(scriptedServer.url);
  front = await makeCrashingServer('');
  await rear.start();
  await startFront();
});

/** The rear server looks up started work, so that its engine starts nothing twice. */
const restartRear = () => rear.start({ AFTER_UNKNOWN_START: 'find' });

/** The smallest clip that the rear server generates. */
const small: PlacedKind['parameters'] = {
  seconds: { type: 'integer', enum: [2], default: 2 },
  resolution: { type: 'string', enum: ['480p'], default: '480p' },
  aspect_ratio: { type: 'string', enum: ['1:1'], default: '1:1' },
};

/** The rear server is the only engine of the front server, for images and for clips. */
function startFront(crashAt = ''): Promise<void> {
  const settings = { dialect: 'kinora' };
  const relays: PlacedKind[] = [
    {
      name: 'pictures',
      kind: 'mj-proxy',
      url: rear.url,
      settings,
      secret: 'env:REAR_IMAGES',
      operations: ['grid'],
    },
    {
      name: 'clips',
      kind: 'openai-media',
      url: rear.url,
      settings,
      secret: 'env:REAR_CLIPS',
      operations: ['clip'],
      upstream: 'sketch-motion',
      parameters: small,
    },
  ];
  return front.start({
    PLACED_KINDS: JSON.stringify(relays),
    KINORA_ALLOWED_NETWORKS: '127.0.0.1',
    REAR_IMAGES: rear.imageKey,
    REAR_CLIPS: rear.videoKey,
    ...(crashAt && { CRASH_AT: crashAt }),
  });
}

interface Tasks {
  readonly image: string;
  readonly clip: string;
}

async function submitTasks(): Promise<Tasks> {
  tasks += 2;
  const image = await imagine(front as never, `a fox ${tasks} --model pictures`);
  const json = { model: 'clips', prompt: `a fox ${tasks}` };
  const { body } = await call(`${front.url}/v1/videos`, { key: front.videoKey, json });
  assert.ok(body.id, JSON.stringify(body));
  return { image, clip: body.id };
}

/** Submits tasks that the engine of the rear server starts and does not finish. */
async function startTasks(): Promise<Tasks> {
  scriptedServer.obey = () => ({ checks: Infinity });
  const startedTasks = await submitTasks();
  await until(
    async () => scriptedServer.startCounts.size,
    size => size === tasks,
  );
  return startedTasks;
}

async function assertStartedOnce({ image, clip }: Tasks): Promise<void> {
  scriptedServer.obey = () => ({ checks: 1 });
  const { status, failReason } = await imageEnd(front, image);
  assert.equal(status, 'SUCCESS', failReason ?? '');
  const end = await videoEnd(front as never, clip);
  assert.equal(end.status, 'completed', JSON.stringify(end.error));
  assert.deepEqual([...scriptedServer.startCounts.values()], Array(tasks).fill(1));
}

testInFull('the rear server is killed midway, and the tasks of the front server continue', async () => {
  const startedTasks = await startTasks();
  rear.kill();
  await rear.waitForExit();
  await restartRear();
  await assertStartedOnce(startedTasks);
});

testInFull('the front server is killed midway and polls the same tasks again', async () => {
  const startedTasks = await startTasks();
  front.kill();
  await front.waitForExit();
  await startFront();
  await assertStartedOnce(startedTasks);
});

test('both servers are killed midway', async () => {
  const startedTasks = await startTasks();
  for (const kinora of [front, rear]) kinora.kill();
  await Promise.all([front.waitForExit(), rear.waitForExit()]);
  await Promise.all([restartRear(), startFront()]);
  await assertStartedOnce(startedTasks);
});

test('the front server is killed before it stores that the rear server accepted a task', async () => {
  await front.stop();
  await startFront('taskStarted');
  scriptedServer.obey = () => ({ checks: 1 });
  tasks++;
  const image = await imagine(front as never, `a fox ${tasks} --model pictures`);
  await front.waitForExit();
  await startFront();
  const { status, failReason } = await imageEnd(front, image);
  assert.equal(status, 'SUCCESS', failReason ?? '');
  assert.deepEqual([...scriptedServer.startCounts.values()], Array(tasks).fill(1));
});

test("both ledgers balance, and the rear server's charges are the front server's costs", async () => {
  await Promise.all([front.stop(), rear.stop()]);
  const [behind, ahead] = [await checkCrashedLedger(rear), await checkCrashedLedger(front)];
  for (const { ends } of [behind, ahead])
    assert.deepEqual(
      ends.map(({ phase }) => phase),
      Array(tasks).fill('succeeded'),
    );
  const chargedMicros = sumAmounts(behind, 'charged_micros');
  assert.ok(chargedMicros > 0n);
  assert.equal(sumAmounts(ahead, 'cost_micros'), chargedMicros);
});

function sumAmounts({ ends }: CrashedLedger, amount: 'charged_micros' | 'cost_micros'): bigint {
  return ends.reduce((sum, end) => sum + (end[amount] ?? 0n), 0n);
}
