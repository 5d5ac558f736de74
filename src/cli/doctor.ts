/** kinora doctor: can this machine run Kinora, and does what is set make sense? Changes nothing that it does not undo. */
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { loadConfig, type Config } from '../config.ts';
import { openSketchEngine } from '../engines/sketch/sketch-engine.ts';
import { readCatalogue } from '../models/catalogue.ts';
import { startDatabase } from '../start-database.ts';
import { exitCodes, jsonOption, printJson, type Command } from './command.ts';

interface Check {
  readonly what: string;
  /** Answers with what it found; throws with what is wrong. */
  readonly look: () => Promise<string>;
}

const leastFreeBytes = 1024 ** 3;

export const doctor: Command = {
  name: 'doctor',
  says: 'Check this machine, the settings, the database and the built-in engine.',
  options: jsonOption,
  run: async ({ flags }) => {
    const config = loadConfig();
    const results = [];
    for (const { what, look } of checks(config)) {
      const result = await look().then(
        found => ({ what, ok: true, found }),
        (error: Error) => ({ what, ok: false, found: error.message }),
      );
      results.push(result);
      if (!flags['json']) process.stdout.write(`${result.ok ? 'ok  ' : 'BAD '} ${what}: ${result.found}\n`);
    }
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
    { what: 'Port', look: () => port(config) },
    {
      what: 'Models',
      look: async () =>
        readCatalogue()
          .models.map(model => model.card.id)
          .join(', '),
    },
    { what: 'Built-in engine', look: drawOnce },
  ];
}

async function database(config: Config): Promise<string> {
  const started = await startDatabase(config, { database: () => {} });
  const kind = started.embedded ? 'built-in PostgreSQL' : 'PostgreSQL at DATABASE_URL';
  if (started.foundRunning) started.leaveRunning();
  else await started.stop();
  return started.foundRunning ? `${kind}, running` : `${kind}, starts and stops`;
}

async function freeDisk({ dataDir }: Config): Promise<string> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB`;
  if (bavail * bsize < leastFreeBytes) throw new Error(`only ${free} free in ${dataDir}`);
  return free;
}

function port({ port: number, host }: Config): Promise<string> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: { code?: string }) => {
      if (error.code === 'EADDRINUSE') resolve(`${number} is in use (by a running Kinora?)`);
      else reject(new Error(`cannot listen on ${host}:${number} (${error.code})`));
    });
    probe.listen(number, host, () => probe.close(() => resolve(`${number} is free`)));
  });
}

async function drawOnce(): Promise<string> {
  const engine = openSketchEngine({ threads: 1 });
  const never = new AbortController().signal;
  const job = {
    taskId: 'doctor',
    model: 'sketch',
    kind: 'grid',
    prompt: 'a lighthouse',
    seed: 1,
    width: 128,
    height: 128,
    exclude: [],
  } as const;
  try {
    const operation = await engine.start(job, 'doctor', never);
    for (;;) {
      const state = await engine.check(operation, 1000, never);
      if (state.state === 'done') return 'draws';
      if (state.state !== 'running') throw new Error(state.state === 'failed' ? state.message : state.state);
    }
  } finally {
    await engine.close();
  }
}
