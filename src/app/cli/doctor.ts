/** kinora doctor: checks whether this machine and its settings can run Kinora. It leaves nothing changed. */
import { existsSync } from 'node:fs';
import { access, constants, mkdtemp, rm, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { loadConfig, type Config } from '../../platform/config/config.ts';
import type { EngineKind } from '../../engines/contract/kind/engine-kind.ts';
import { engineKinds } from '../../engines/kinds/engine-kinds.ts';
import { ffmpegCodecs, findFfmpeg } from '../../media/clip/decode/ffmpeg-decoder.ts';
import { openMemoryStorage } from '../../media/storage/memory-storage.ts';
import { openSpool } from '../../core/catalogue/engines/spool.ts';
import { systemClock } from '@kinora/shared/clock';
import { readCatalogue } from '../../core/catalogue/models/catalogue.ts';
import { runTrial, trialJob } from '../../core/operate/engines/run-trial.ts';
import { startDatabase, type DatabasePlace } from '../start/start-database.ts';
import { describePlace, rejectMissing } from './installation.ts';
import { checkInstallation, type Finding } from './check-installation.ts';
import { exitCodes, jsonOption, printJson, type Command } from './command.ts';

/** A problem of the machine or the settings, with a way to solve it. */
class CheckFailure extends Error {
  override readonly name = 'CheckFailure';
}

interface Check {
  readonly what: string;
  /** Returns what the check found. Throws CheckFailure with the problem. */
  readonly look: () => Promise<string>;
}

const minFreeBytes = 1024 ** 3;
const trialTimeoutMs = 60_000;

export const doctor: Command = {
  name: 'doctor',
  description:
    'Check this machine, the settings, the database, and the models and engines of the installation.',
  options: jsonOption,
  run: async ({ flags }) => {
    const config = loadConfig();
    const results: Finding[] = [];
    const show = (result: Finding) => {
      results.push(result);
      if (!flags['json'])
        process.stdout.write(`${result.ok ? 'ok  ' : 'FAIL'} ${result.what}: ${result.found}\n`);
    };
    for (const { what, look } of checks(config))
      show(
        await look().then(
          description => ({ what, ok: true, found: description }),
          (error: Error) => ({ what, ok: false, found: error.message }),
        ),
      );
    for (const result of await bucketChecks(config)) show(result);
    await checkInstallation(config, show);
    const ok = results.every(result => result.ok);
    if (flags['json']) printJson({ ok, checks: results });
    return ok ? exitCodes.ok : exitCodes.failed;
  },
};

function checks(config: Config): Check[] {
  return [
    { what: 'Node', look: async () => process.version },
    {
      what: 'Settings',
      look: async () => `role ${config.role}, ${config.host}:${config.port}, data folder ${config.dataDir}`,
    },
    { what: 'Database', look: () => database(config) },
    { what: 'Free disk', look: () => freeDisk(config) },
    { what: 'Clips', look: clipDecoders },
    { what: 'Port', look: () => port(config) },
    {
      what: 'Models of the product',
      look: async () =>
        readCatalogue()
          .models.map(model => model.card.id)
          .join(', '),
    },
    ...engineKinds({ ...config, engineThreads: 1 })
      .filter(({ address, declaredOnly }) => address === 'none' && !declaredOnly)
      .map(kind => ({ what: 'Built-in engine', look: () => tryEngine(kind) })),
  ];
}

/** The SDK is loaded only where a bucket is configured. */
async function bucketChecks({ s3 }: Config): Promise<readonly Finding[]> {
  if (!s3) return [];
  const { tryBucket } = await import('../../media/s3/try-bucket.ts');
  return tryBucket(s3, { get: (url, headers) => fetch(url, { headers, redirect: 'error' }) });
}

async function database(config: Config): Promise<string> {
  const isMissing = await rejectMissing(config).then(
    () => undefined,
    (error: Error) => error,
  );
  if (!isMissing || config.databaseUrl) return tryDatabase(config);
  const parent = nearestFolder(resolve(config.dataDir));
  await access(parent, constants.W_OK).catch(() => {
    throw new CheckFailure(`${parent} is not writable; set KINORA_DATA_DIR to another folder`);
  });
  // In a temporary folder, so that the check creates no installation.
  const dataDir = await mkdtemp(join(tmpdir(), 'kinora-doctor-'));
  try {
    return `${await tryDatabase({ ...config, dataDir })}; no installation in ${describePlace(config)} yet`;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function tryDatabase(config: DatabasePlace): Promise<string> {
  const database = await startDatabase(config, { database: () => {} });
  const kind = database.embedded ? 'built-in PostgreSQL' : 'PostgreSQL at DATABASE_URL';
  if (database.foundRunning) database.leaveRunning();
  else await database.stop();
  return database.foundRunning ? `${kind}, running` : `${kind}, starts and stops`;
}

/** ffmpeg is optional: other clips are complete without it, but have no pictures. */
async function clipDecoders(): Promise<string> {
  const ffmpeg = findFfmpeg();
  if (!ffmpeg)
    return 'H.264; without ffmpeg on PATH, clips in H.265, VP8, VP9 and AV1 have no poster and spritesheet and cannot be extended';
  const codecs = await ffmpegCodecs(ffmpeg);
  const missing = Object.entries(codecs).flatMap(([codec, decoder]) => (decoder ? [] : [codec]));
  if (missing.length > 0)
    throw new CheckFailure(
      `${ffmpeg.program} does not decode ${missing.join(', ')}; install ffmpeg 5.1 or newer with these decoders`,
    );
  return `H.264; H.265, VP8, VP9 and AV1 with ${ffmpeg.program}`;
}

async function freeDisk({ dataDir }: Config): Promise<string> {
  const { bavail, bsize } = await statfs(nearestFolder(resolve(dataDir)));
  const freeText = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB`;
  if (bavail * bsize < minFreeBytes)
    throw new CheckFailure(`only ${freeText} free in ${dataDir}; at least 1 GB is required`);
  return freeText;
}

/** The data folder, or where it would be created. */
function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder));
}

function port({ port: number, host }: Config): Promise<string> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: { code?: string }) => {
      if (error.code === 'EADDRINUSE') resolve(`${number} is in use (by a running Kinora?)`);
      else
        reject(
          new CheckFailure(
            `cannot listen on ${host}:${number} (${error.code}); set KINORA_PORT or KINORA_HOST`,
          ),
        );
    });
    probe.listen(number, host, () => probe.close(() => resolve(`${number} is free`)));
  });
}

/** Runs the same job as a trial of the operator. */
async function tryEngine({ kind, open }: EngineKind): Promise<string> {
  const spool = openSpool(openMemoryStorage(systemClock.now));
  const engine = open({
    name: kind,
    url: undefined,
    secret: undefined,
    settings: {},
    slots: undefined,
    spool,
  });
  try {
    const cards = readCatalogue().models.map(({ card }) => card);
    const job = trialJob(
      'doctor',
      cards.filter(card => card.engine === engine.name),
    );
    if (!job) throw new CheckFailure('none of its models can generate from text alone');
    const { error } = await runTrial(engine, job, { clock: systemClock, timeoutMs: trialTimeoutMs });
    if (error) throw new CheckFailure(String(error.details['reason']));
    return 'draws';
  } finally {
    await engine.close();
  }
}
