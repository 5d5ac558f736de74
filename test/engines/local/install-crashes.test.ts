/**
 * The server is killed at each step of an installation, and of a removal: it goes on after a start, and
 * nothing half-installed is used.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { statement } from '../../../src/platform/db/statement.ts';
import type { Database } from '../../../src/platform/db/open.ts';
import { setLocalState, listLocalModels, saveLocalModel } from '../../../src/core/local-models/local-rows.ts';
import { localModelEntry } from '../../../src/core/local-models/entry.ts';
import { makeCrashingServer, type CrashingServer } from '../../support/crashes/crashing-server.ts';
import { inDepth, isFullRun } from '../../support/depth.ts';
import {
  openLocalPlace,
  sharedFile,
  smallEntries,
  type LocalPlace,
} from '../../support/local-models/local-place.ts';
import { imageEnd, imagine, until } from '../../support/servers/app.ts';

/** One server with a models folder of its own. */
interface Trial {
  readonly place: LocalPlace;
  readonly server: CrashingServer;
  readonly db: Database;
  readonly start: () => Promise<void>;
  /** Has its process kill itself after the next such step. Undefined stops that. */
  readonly crashAfter: (step: string | undefined) => Promise<void>;
  /** Those that its process has taken since the last start. */
  readonly steps: () => readonly string[];
}

async function runTrial(use: (trial: Trial) => Promise<void>): Promise<void> {
  const place = await openLocalPlace();
  const server = await makeCrashingServer('');
  const file = join(place.folder, 'steps');
  const start = async () => {
    await rm(file, { force: true });
    await server.start({ PLACED_KINDS: '[]', ...place.settings, CRASH_STEPS: file });
  };
  const crashAfter = (step: string | undefined) =>
    step === undefined ? rm(`${file}.after`, { force: true }) : writeFile(`${file}.after`, step);
  const steps = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
  await server.withDatabase(db => use({ place, server, db, start, crashAfter, steps }));
  await server.stop();
}

const entry = localModelEntry.parse(smallEntries[0]);
const row = { name: 'tiny', entry, model: 'tiny', engine: 'local-tiny', isDefault: true };

const install = (db: Database) =>
  db.transaction(tx => saveLocalModel(tx, { ...row, program: undefined, checkpoint: undefined }));

async function readState(db: Database): Promise<string | undefined> {
  return (await listLocalModels(db)).find(({ name }) => name === 'tiny')?.state;
}

const untilState = (db: Database, state: string) =>
  until(
    () => readState(db),
    currentState => currentState === state || currentState === 'failed',
  );

const endLeases = statement(
  'end_leases_now',
  `update local_models set lease_until = now() where lease_until is not null`,
);
const usable = statement('usable_routes', `select model from routes where model = 'tiny' and enabled`);
const counts = statement(
  'installed_counts',
  `select (select count(*)::int from model_cards where id = 'tiny' and retired_at is null) as models,
     (select count(*)::int from engines where name = 'local-tiny' and removed_at is null) as engines,
     (select count(*)::int from prices where model = 'tiny') as prices`,
);

const wholeFiles = { 'tiny.gguf': 'maker/tiny/tiny.gguf', 'encoder.gguf': sharedFile } as const;

/** Names without the beginning that depends on their content. */
async function listNames(place: LocalPlace, folder: string): Promise<string[]> {
  const names = await readdir(join(place.modelsFolder, folder)).catch(() => []);
  return names.map(name => name.replace(/^[0-9a-f]{16}-?/, '')).sort();
}

/** A file that has its name is whole, and clients see a model only when all of its files are. */
async function assertNothingHalf({ place, db }: Trial): Promise<void> {
  const folder = join(place.modelsFolder, 'files');
  const names = await readdir(folder).catch(() => []);
  for (const [name, source] of Object.entries(wholeFiles)) {
    const fileName = names.find(each => each.endsWith(`-${name}`));
    if (fileName) assert.deepEqual(await readFile(join(folder, fileName)), place.hub.files.get(source), name);
  }
  const isUsable = (await db.query(usable)).length > 0;
  if (isUsable) assert.deepEqual(await listNames(place, 'files'), Object.keys(wholeFiles).sort());
}

async function assertInstalled({ place, server, db }: Trial): Promise<void> {
  const [local] = await listLocalModels(db);
  assert.deepEqual([local?.state, local?.problem], ['ready', undefined]);
  assert.deepEqual(await listNames(place, 'files'), Object.keys(wholeFiles).sort());
  assert.deepEqual(await listNames(place, 'programs'), [''], 'one program, and no archive of it');
  assert.deepEqual(await db.query(counts), [{ models: 1, engines: 1, prices: 1 }]);
  const record = await imageEnd(server as never, await imagine(server as never, 'a red fox'));
  assert.equal(record['status'], 'SUCCESS', record['failReason'] as string);
}

async function assertRemoved({ place, db }: Trial): Promise<void> {
  assert.equal(await readState(db), 'removed');
  for (const folder of ['files', 'programs', 'claims'])
    assert.deepEqual(await listNames(place, folder), [], folder);
  assert.deepEqual((await db.query<{ engines: number }>(counts))[0]?.engines, 0);
}

/** After a start, the lease of the process that was killed is over. */
async function startAgain({ db, start }: Trial): Promise<void> {
  await db.query(endLeases);
  await start();
}

/** Downloads and tests that are killed in the middle of one step. */
const middles: Readonly<Record<string, (trial: Trial) => Promise<unknown>>> = {
  'half of the program': async trial => {
    for (const name of trial.place.hub.assets.keys()) trial.place.hub.faults.set(name, ['hang']);
    await install(trial.db);
    return until(
      () => listNames(trial.place, 'programs'),
      names => names.includes('.zip.part'),
    );
  },
  'half of the weights': async trial => {
    trial.place.hub.faults.set('maker/tiny/tiny.gguf', ['hang']);
    await install(trial.db);
    return until(
      () => listNames(trial.place, 'files'),
      names => names.includes('tiny.gguf.part'),
    );
  },
  'the test image': async trial => {
    await writeFile(join(trial.place.programFolder, 'held'), '');
    await install(trial.db);
    const jobsFolder = join(trial.place.programFolder, 'jobs');
    await until(async () => existsSync(jobsFolder), Boolean);
    return rm(join(trial.place.programFolder, 'held'));
  },
};

async function killInTheMiddle(name: string): Promise<void> {
  await runTrial(async trial => {
    await trial.start();
    await middles[name]?.(trial);
    trial.server.kill();
    await trial.server.waitForExit();
    await assertNothingHalf(trial);
    await startAgain(trial);
    await untilState(trial.db, 'ready');
    await assertInstalled(trial);
  });
}

/** All in one server: each removal empties its folder and database. */
async function killAfterStep(trial: Trial, step: string, change: 'install' | 'remove'): Promise<void> {
  const { db, server, start, crashAfter } = trial;
  if (!server.running) await start();
  if (change === 'remove') await installAndWait(trial);
  await crashAfter(step);
  await (change === 'install' ? install(db) : setLocalState(db, 'tiny', 'removing'));
  await server.waitForExit();
  await crashAfter(undefined);
  await assertNothingHalf(trial);
  await startAgain(trial);
  await untilState(db, change === 'install' ? 'ready' : 'removed');
  await (change === 'install' ? assertInstalled(trial) : assertRemoved(trial));
  if (change === 'install') await removeAndWait(trial);
}

async function installAndWait({ db }: Trial): Promise<void> {
  await install(db);
  await untilState(db, 'ready');
}

async function removeAndWait({ db }: Trial): Promise<void> {
  await setLocalState(db, 'tiny', 'removing');
  await untilState(db, 'removed');
}

test('a server that is killed in the middle of a download or of the test image goes on', async context => {
  const names = inDepth({ quick: ['half of the weights'], full: Object.keys(middles) });
  for (const name of names) await context.test(name, () => killInTheMiddle(name));
});

/** In a quick run, the server dies only where a model could be there twice, and a part of its test image. */
const quickSteps = { first: [], install: ['commit after save_route', 'save_model_cover'], remove: [] };

test('a server that is killed after any step goes on', async context => {
  await runTrial(async trial => {
    const { first, ...otherSteps } = isFullRun ? await recordSteps(trial) : quickSteps;
    for (const step of first)
      await context.test(`first installation: ${step}`, () =>
        runTrial(empty => killAfterStep(empty, step, 'install')),
      );
    for (const change of ['install', 'remove'] as const)
      for (const step of otherSteps[change])
        await context.test(`${change}: ${step}`, () => killAfterStep(trial, step, change));
  });
});

/**
 * Those of two installations and a removal without a crash, each once: a model that was there
 * before has its card and its price.
 */
async function recordSteps(trial: Trial) {
  const recordedSteps: string[][] = [];
  const record = async (act: () => Promise<void>) => {
    const before = trial.steps().length;
    await act();
    recordedSteps.push([...new Set(trial.steps().slice(before))]);
  };
  await trial.start();
  await record(() => installAndWait(trial));
  await record(() => removeAndWait(trial));
  await record(() => installAndWait(trial));
  await removeAndWait(trial);
  const [first = [], remove = [], install = []] = recordedSteps;
  return { first: first.filter(step => !install.includes(step)), install, remove };
}
