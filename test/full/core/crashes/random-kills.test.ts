/** Random kills of server and database under load: nothing is lost and nothing is paid twice. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { systemClock } from '@kinora/shared/clock';
import { seededRandom } from '@kinora/sketch/random';
import { imagine, until } from '../../../support/servers/app.ts';
import { makeCrashingServer } from '../../../support/crashes/crashing-server.ts';
import { killDatabase } from '../../../support/crashes/kill-database.ts';
import { runSeed } from '../../../support/depth.ts';
import { startScriptedServer, type ScriptedServer } from '../../../support/engines/scripted-server.ts';
import { untilAllEnded } from '../../../support/crashes/until-all-ended.ts';
import { verifyTasks } from '../../../support/crashes/verify-tasks.ts';
import { whileClientsSubmit } from '../../../support/crashes/while-clients-submit.ts';

let scriptedServer: ScriptedServer;
before(async () => {
  scriptedServer = await startScriptedServer();
});

const kills = 30;

test(`${kills} random kills of server and database under load lose no task, no file and no money`, async () => {
  const random = seededRandom(runSeed);
  const server = await makeCrashingServer(scriptedServer.url, { hasOwnPostgres: true });
  await server.start();
  let startMs = 1200;
  const acceptedIds: string[] = [];
  let killedDatabases = 0;
  const submit = async (): Promise<void> => {
    const prompt = `{"checks":${1 + Math.floor(random() * 4)}} --v 1`;
    const id = await imagine(server as never, prompt).catch(() => undefined);
    if (id) acceptedIds.push(id);
    // Slower on a busy machine, so that the number of tasks is the same as on an idle one.
    await systemClock.sleep(startMs * (0.02 + random() * 0.05));
  };
  await whileClientsSubmit(3, submit, async () => {
    let begunBefore = 0;
    for (let kill = 0; kill < kills; kill++) {
      // Longer on a busy machine. Otherwise the same tasks are interrupted until they count as the cause.
      await systemClock.sleep(startMs * (0.05 + random() * 0.4));
      // Each kill hits running work: a job has begun since the last one.
      const before = begunBefore;
      await until(
        async () => scriptedServer.startCounts.size,
        startCount => startCount > before,
      );
      begunBefore = scriptedServer.startCounts.size;
      // After the last kill there may be no database yet, because it is still restarting.
      if (random() < 0.4 && killDatabase(server.dataDir)) killedDatabases++;
      if (random() < 0.6) {
        server.kill();
        await server.waitForExit();
        startMs = await timeToStart(server);
      }
    }
  });
  await untilAllEnded(server, acceptedIds);
  await server.stop();
  const ends = await verifyTasks(server, acceptedIds, scriptedServer);
  assert.ok(acceptedIds.length > kills, `only ${acceptedIds.length} tasks were accepted`);
  assert.ok(killedDatabases > 0);
  assert.deepEqual(
    ends.filter(task => task.phase !== 'succeeded').map(task => task.error_code),
    [],
  );
});

async function timeToStart(server: { start(): Promise<unknown> }): Promise<number> {
  const from = systemClock.now();
  await server.start();
  return systemClock.now() - from;
}
