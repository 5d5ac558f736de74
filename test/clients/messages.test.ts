/** What a program reads when a request cannot be done: the table in docs/use-from-typescript.md. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { clientVersion, Kinora, KinoraError } from 'kinora-client';
import { banWords } from '../../src/core/moderation/banned-words.ts';
import { anotherAccount } from '../support/clients/another-account.ts';
import { startTestApp, type TestApp } from '../support/servers/app.ts';

let kinora: TestApp;
let client: Kinora;

const open = ({ url, imageKey, videoKey }: TestApp) =>
  new Kinora({ baseUrl: url, imageToken: imageKey, videoToken: videoKey });

before(async () => {
  kinora = await startTestApp();
  client = open(kinora);
  await banWords(kinora.app.db, ['forbidden']);
});

async function rejection(run: () => Promise<unknown>): Promise<KinoraError> {
  const error = await run().then(
    () => assert.fail('it succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof KinoraError, String(error));
  return error;
}

/** The rows of the table: code and text. */
function readMessageTable(path: string): string[][] {
  const text = readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8');
  const [, table = ''] = /<!-- messages -->([\s\S]*?)<!-- end of messages -->/.exec(text) ?? [];
  return table
    .split('\n')
    .filter(line => /\| `(?!code)/.test(line))
    .map(line =>
      line
        .split('|')
        .map(cell => cell.trim())
        .slice(2, 4),
    );
}

/** `…` stands for anything. */
function fits(message: string, pattern: string): boolean {
  const parts = pattern.split('…').map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.+')}$`, 's').test(message);
}

test('each case has the code and the text that the guide says, in both languages', async () => {
  const poor = open(await anotherAccount(kinora, 0n));
  const image = await client.images.imagine('a fox --v 1').wait();
  await kinora.app.db.pool.query(
    `update tasks set expires_at = now() - interval '1 s' where public_id = $1`,
    [image.id],
  );
  const cases = (language: 'en' | 'zh'): (() => Promise<unknown>)[] => {
    const openClient = (one: TestApp) =>
      new Kinora({ baseUrl: one.url, imageToken: one.imageKey, videoToken: one.videoKey, language });
    const good = openClient(kinora);
    return [
      () => openClient({ ...kinora, imageKey: 'kn_wrong' }).images.imagine('a fox').id,
      () => openClient({ ...kinora, imageKey: kinora.videoKey }).images.imagine('a fox').id,
      () => good.images.imagine('a fox', { model: 'nothing' }).id,
      () => good.videos.create({ prompt: 'a lake', model: 'nothing' }).id,
      () => findPoorClient(language).images.imagine('a fox').id,
      () => good.images.imagine('forbidden').id,
      () =>
        good.images
          .task(image.id)
          .wait()
          .then(result => result.blob()),
      () => good.images.task('0000000000000000').wait(),
    ];
  };
  const findPoorClient = (language: 'en' | 'zh') => (language === 'en' ? poor : poorChinese);
  const poorChinese = new Kinora({ ...(await poorOptions()), language: 'zh' });
  for (const [language, path] of [
    ['en', 'use-from-typescript.md'],
    ['zh', 'zh/use-from-typescript.md'],
  ] as const) {
    const rows = readMessageTable(path);
    const runs = cases(language);
    assert.equal(rows.length, runs.length);
    for (const [index, run] of runs.entries()) {
      const { code, message } = await rejection(run);
      const [expected, text = ''] = rows[index] ?? [];
      assert.equal(`\`${code}\``, expected, message);
      assert.ok(fits(message, text), message);
    }
  }
});

async function poorOptions() {
  const { url, imageKey } = await anotherAccount(kinora, 0n);
  return { baseUrl: url, imageToken: imageKey };
}

/** A client of a server that says that it has this version, in all that it answers. */
function clientOfVersion(version: string, path = ''): Kinora {
  return new Kinora({
    baseUrl: `${kinora.url}${path}`,
    imageToken: kinora.imageKey,
    maxRetries: 0,
    fetch: async (input, init) => {
      const { status, headers, body } = await fetch(input, init);
      assert.equal(headers.get('x-kinora-version'), clientVersion);
      const newHeaders = new Headers(headers);
      newHeaders.set('x-kinora-version', version);
      return new Response(body, { status, headers: newHeaders });
    },
  });
}

test('a server of another version works, or says which of the two to update', async () => {
  const listModels = (version: string, path?: string) => clientOfVersion(version, path).images.models();
  for (const version of [clientVersion, '0.1.7', '0.9.0'])
    assert.ok((await listModels(version)).length > 0, version);
  const readRefusal = async (version: string, path?: string) => {
    const { code, message } = await rejection(() => listModels(version, path));
    return `${code}: ${message}`;
  };
  assert.match(
    await readRefusal('9.0.0'),
    /^version_mismatch: .* version 9\.0\.0.* Install kinora-client@9\.$/,
  );
  assert.match(
    await readRefusal('0.0.9'),
    /^version_mismatch: .* needs 0\.1\.0 or later\. Update the server/,
  );
  // What the server of the other version does not have.
  assert.match(
    await readRefusal('0.2.0', '/later'),
    /^route_unknown: .* newer than kinora-client .*: update the client\.$/,
  );
  // The rows of the guide are those of this version.
  for (const path of ['use-from-typescript.md', 'zh/use-from-typescript.md']) {
    const rows = readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8').match(
      /^\| \d\.\d+ \|/gm,
    );
    assert.deepEqual(new Set(rows), new Set([`| ${/^\d+\.\d+/.exec(clientVersion)} |`]), path);
  }
});

test('an address without a server and that of another program are told apart', async () => {
  const nobody = new Kinora({ baseUrl: 'http://127.0.0.1:9', imageToken: 'kn_x', maxRetries: 0 });
  assert.equal((await rejection(() => nobody.images.imagine('x').id)).code, 'unreachable');
  const answering = (headers: Record<string, string>, status = 404) =>
    new Kinora({
      baseUrl: 'http://127.0.0.1:9',
      imageToken: 'kn_x',
      maxRetries: 0,
      fetch: async () => new Response('<html>', { status, headers }),
    });
  const other = await rejection(() => answering({}).images.imagine('x').id);
  assert.match(other.message, /no Kinora server, or to one that is older/);
  const jsonHeaders = { 'content-type': 'application/json' };
  for (const [body, headers] of [
    ['<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' }],
    ['{"ok":true}', jsonHeaders],
    ['null', jsonHeaders],
    ['<html>', { ...jsonHeaders, 'x-kinora-version': clientVersion }],
  ] as const) {
    const other = foreign(body, headers);
    const calls = [
      () => other.images.imagine('x').wait(),
      () => other.images.get('1'),
      () => other.images.models(),
      () => other.videos.create({ prompt: 'x' }).wait(),
      () => other.videos.task('1').wait(),
      () => other.balance(),
    ];
    for (const run of calls) {
      const { code, message, status } = await rejection(run);
      assert.deepEqual([code, status], ['bad_response', 200], body);
      assert.match(message, /no Kinora server|is no JSON/, body);
    }
  }
});

function foreign(body: string, headers: Readonly<Record<string, string>>) {
  const fetch = async () => new Response(body, { headers });
  return new Kinora({ baseUrl: 'http://127.0.0.1:9', imageToken: 'kn_x', fetch });
}

test('options that cannot be sent are refused at once, without naming a secret', () => {
  const wrong = [
    { baseUrl: 'nonsense' },
    { baseUrl: 'localhost:4040' },
    { baseUrl: 'http://me:secret@127.0.0.1:4040' },
    { imageToken: 'kn_secret…' },
    { headers: { 'x-proxy': 'secret\nvalue' } },
  ];
  for (const options of wrong)
    assert.throws(
      () => new Kinora({ baseUrl: kinora.url, ...options }),
      (error: unknown) =>
        error instanceof KinoraError && error.code === 'bad_option' && !/secret/.test(error.message),
      JSON.stringify(options),
    );
});

test('a key that cannot be sent is refused like an option', async () => {
  const { code } = await rejection(() => client.images.imagine('a fox', { idempotencyKey: 'a\nb' }).id);
  assert.equal(code, 'bad_option');
});

test('a token in a page is refused unless it is meant to be public', () => {
  const page = globalThis as { document?: unknown };
  page.document = {};
  try {
    assert.throws(() => open(kinora), { code: 'browser_token' });
    assert.ok(new Kinora({ baseUrl: kinora.url }));
    assert.ok(new Kinora({ imageToken: 'kn_public', dangerouslyAllowBrowser: true }));
  } finally {
    delete page.document;
  }
});
