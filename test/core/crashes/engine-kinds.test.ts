/**
 * Kinora, an engine, or the connection between them is killed while all kinds of engines work: no task is
 * lost, and no work is repeated unless the engine, or a request that is answered only once, is gone. The
 * fakes count the starts that they accept.
 */
import assert from 'node:assert/strict';
import { existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { call, imageEnd, until, videoEnd } from '../../support/servers/app.ts';
import { startChatServer } from '../../support/providers/chat-server.ts';
import { atEnd } from '../../support/servers/clean-up.ts';
import { checkCrashedLedger } from '../../support/crashes/crashed-ledger-check.ts';
import { makeCrashingServer, type CrashingServer } from '../../support/crashes/crashing-server.ts';
import { openCutProxy, type CutProxy } from '../../support/engines/cut-proxy.ts';
import { startMediaServer } from '../../support/providers/media-server.ts';
import type { PlacedKind } from '../../support/engines/place-kinds.ts';
import { openSdServer } from '../../support/engines/sd-server.ts';
import { startSdapiServer } from '../../support/engines/sdapi-server.ts';
import { testInFull } from '../../support/test-in-full.ts';

/** An engine with a model of the same name. */
interface Party {
  readonly engine: PlacedKind;
  readonly proxy?: CutProxy;
  /** The number of starts that it has accepted. */
  starts(): number;
  /** Stops its work from ending, and lets it end again. */
  hold(): void;
  release(): void;
  /** Makes it lose its work, as when its process ends. */
  forget(): void;
}

const startsFile = join(mkdtempSync(join(tmpdir(), 'kinora-starts-')), 'starts');
/** An incomplete line does not count. */
const startedPids = () =>
  existsSync(startsFile) ? readFileSync(startsFile, 'utf8').split('\n').slice(0, -1).map(Number) : [];
let parties: Party[];
let server: CrashingServer;

async function sdapiParty(): Promise<Party> {
  const fake = await startSdapiServer({ checkpoints: ['webui'] });
  const proxy = await openCutProxy(fake.url);
  return {
    engine: {
      name: 'webui',
      kind: 'sdapi',
      url: proxy.url,
      settings: { dialect: 'webui' },
      operations: ['grid'],
    },
    proxy,
    starts: () => fake.requests.length,
    hold: () => void (fake.behavior.fault = 'hang'),
    release: () => {
      fake.behavior.fault = undefined;
      fake.release();
    },
    forget: () => void (fake.current = undefined),
  };
}

async function sdcppParty(): Promise<Party> {
  const fake = await openSdServer();
  atEnd(() => fake.close());
  const proxy = await openCutProxy(fake.url);
  let forgottenJobCount = 0;
  return {
    engine: { name: 'sdcpp', kind: 'sdcpp', url: proxy.url, operations: ['grid'] },
    proxy,
    starts: () => forgottenJobCount + fake.jobs.length,
    hold: () => void (fake.behavior.polls = Infinity),
    release: () => void (fake.behavior.polls = 2),
    forget: () => {
      forgottenJobCount += fake.jobs.length;
      fake.forget();
    },
  };
}

async function mediaParty(
  name: string,
  settings: { makes: 'pictures' | 'clips'; paid: boolean },
): Promise<Party> {
  const fake = await startMediaServer();
  const proxy = await openCutProxy(fake.url);
  const operations = [settings.makes === 'clips' ? 'clip' : 'grid'] as const;
  return {
    engine: { name, kind: 'openai-media', url: proxy.url, settings, operations },
    proxy,
    starts: () => fake.requests.length,
    hold: () => {
      if (settings.makes === 'clips') fake.behavior.statuses = ['in_progress'];
      else fake.behavior.fault = 'hang';
    },
    release: () => {
      fake.behavior.statuses = ['completed'];
      fake.behavior.fault = undefined;
      fake.release();
    },
    forget: () => fake.jobs.clear(),
  };
}

async function chatParty(): Promise<Party> {
  const fake = await startChatServer();
  const proxy = await openCutProxy(fake.url);
  return {
    engine: { name: 'chat', kind: 'chat', url: proxy.url, operations: ['shorten'] },
    proxy,
    starts: () => fake.requests.length,
    hold: () => void (fake.behavior.fault = 'hang'),
    release: () => {
      delete fake.behavior.fault;
      fake.release();
    },
    forget: () => {},
  };
}

/** An engine that is the program itself. */
function commandParty(): Party {
  const program = fileURLToPath(new URL('../../support/engines/command-program.ts', import.meta.url));
  const settings = {
    program: process.execPath,
    arguments: `${program}\n{job}`,
    environment: `STARTS_FILE=${startsFile}`,
  };
  return {
    engine: { name: 'program', kind: 'command', settings, operations: ['grid'] },
    starts: () => startedPids().length,
    hold: () => {},
    release: () => {
      for (const folder of globSync(join(server.dataDir, 'work/command/program/job-*')))
        writeFileSync(join(folder, 'go'), 'go');
    },
    forget: () => process.kill(startedPids().at(-1) ?? 0, 'SIGKILL'),
  };
}

before(async () => {
  parties = [
    await sdapiParty(),
    await sdcppParty(),
    await mediaParty('media', { makes: 'pictures', paid: false }),
    await mediaParty('paid', { makes: 'pictures', paid: true }),
    await mediaParty('clips', { makes: 'clips', paid: false }),
    await chatParty(),
    commandParty(),
  ];
  server = await makeCrashingServer('');
  await start();
});

const start = () => server.start({ PLACED_KINDS: JSON.stringify(parties.map(({ engine }) => engine)) });

let submits = 0;

async function submit({ name, operations: [kind] }: PlacedKind): Promise<string> {
  submits++;
  const image = (path: string, json: object) =>
    call(`${server.url}/mj/submit/${path}`, { key: server.imageKey, json });
  if (kind === 'clip') {
    const json = { model: name, prompt: 'waves' };
    return (await call(`${server.url}/v1/videos`, { key: server.videoKey, json })).body.id;
  }
  const { body } =
    kind === 'shorten'
      ? await image('shorten', { prompt: 'a red fox' })
      : await image('imagine', { prompt: `wait for the test --model ${name}` });
  return body.result;
}

async function waitForEnd({ operations: [kind] }: PlacedKind, id: string): Promise<string> {
  if (kind !== 'clip') return (await imageEnd(server, id)).status;
  return (await videoEnd(server as never, id)).status === 'completed' ? 'SUCCESS' : 'FAILURE';
}

/** How each task ended, and how often its engine started it. */
type Ends = Readonly<Record<string, readonly [status: string, starts: number]>>;

async function endsAfter(act: () => Promise<void> | void): Promise<Ends> {
  const earlier = parties.map(party => party.starts());
  for (const party of parties) party.hold();
  const ids = await Promise.all(parties.map(({ engine }) => submit(engine)));
  const haveAllBegun = async () => parties.every((party, index) => party.starts() > (earlier[index] ?? 0));
  await until(haveAllBegun, Boolean);
  await act();
  for (const party of parties) party.release();
  const ends = await Promise.all(
    parties.map(async (party, index) => {
      // A restarted program waits, too.
      const releasing = until(
        async () => party.release(),
        () => server.running && isOver,
      );
      let isOver = false;
      const status = await waitForEnd(party.engine, ids[index] ?? '').finally(() => (isOver = true));
      await releasing;
      return [party.engine.name, [status, party.starts() - (earlier[index] ?? 0)]] as const;
    }),
  );
  return Object.fromEntries(ends);
}

/** An answer that is sent only once is lost with its connection, and its work is repeated if it is free. */
const answersLost: Ends = {
  webui: ['SUCCESS', 2],
  media: ['SUCCESS', 2],
  paid: ['FAILURE', 1],
  chat: ['SUCCESS', 2],
};

test('Kinora is killed while all work: jobs are found, and lost answers are redone unless they are paid', async () => {
  const ends = await endsAfter(async () => {
    server.kill();
    await server.waitForExit();
    await start();
  });
  assert.deepEqual(ends, {
    ...answersLost,
    sdcpp: ['SUCCESS', 1],
    clips: ['SUCCESS', 1],
    program: ['SUCCESS', 1],
  });
});

testInFull(
  'the connections are cut while all work: jobs continue, and lost answers are redone unless paid',
  async () => {
    const ends = await endsAfter(() => parties.forEach(({ proxy }) => proxy?.cut()));
    assert.deepEqual(ends, {
      ...answersLost,
      sdcpp: ['SUCCESS', 1],
      clips: ['SUCCESS', 1],
      program: ['SUCCESS', 1],
    });
  },
);

test('the engines are killed while all work: everything is redone once, unless it is paid', async () => {
  const ends = await endsAfter(() =>
    parties.forEach(({ forget, proxy }) => {
      forget();
      proxy?.cut();
    }),
  );
  assert.deepEqual(ends, {
    ...answersLost,
    sdcpp: ['SUCCESS', 2],
    clips: ['SUCCESS', 2],
    program: ['SUCCESS', 2],
  });
});

test('the ledger balances, and only tasks that succeeded were charged', async () => {
  await server.stop();
  const { ends } = await checkCrashedLedger(server);
  assert.equal(ends.length, submits);
  for (const { phase, charged_micros: chargedMicros } of ends)
    if (phase !== 'succeeded') assert.equal(chargedMicros, 0n);
});
