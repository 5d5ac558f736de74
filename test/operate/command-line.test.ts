/** The kinora command line, before there is an installation. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, test } from 'node:test';
import pg from 'pg';
import { newRowId } from '../../src/platform/lib/id.ts';
import { commandLine, ownEnvironment } from '../support/programs/bundled-program.ts';
import { atEnd } from '../support/servers/clean-up.ts';
import { freshDatabase } from '../support/servers/database.ts';

let folder: string;
let files: string;

before(async () => {
  files = await mkdtemp(join(tmpdir(), 'kinora-command-files-'));
  atEnd(() => rm(files, { recursive: true }));
  folder = await mkdtemp(join(tmpdir(), 'kinora-command-'));
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
});

async function kinora(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [...(await commandLine()), ...args], {
    env: { ...ownEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out, err, code: code as number };
}

test('a read-only command reports that there is no installation and creates none', async () => {
  const missing = join(folder, 'missing');
  for (const args of [
    ['token', 'list'],
    ['overview', 'show'],
    ['task', 'show', 'x'],
  ]) {
    const { out, err, code } = await kinora(args, { KINORA_DATA_DIR: missing });
    assert.deepEqual([out, code], ['', 1], args.join(' '));
    assert.ok(err.includes(`No Kinora installation found in ${missing} (KINORA_DATA_DIR).`), err);
    assert.match(err, /Create one with "kinora serve"/);
  }
  const { out } = await kinora(['token', 'list', '--json'], { KINORA_DATA_DIR: missing });
  assert.match(JSON.parse(out).error.message, /No Kinora installation/);
  assert.deepEqual(await readdir(folder), []);
});

test('a read-only command reports an empty database and leaves it empty', async () => {
  const name = `empty_${newRowId().replaceAll('-', '')}`;
  const admin = new pg.Client(await freshDatabase());
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = (await freshDatabase()).replace(/\/\w+\?/, `/${name}?`);
  const { err, code } = await kinora(['token', 'list'], { DATABASE_URL: url, KINORA_DATA_DIR: folder });
  assert.equal(code, 1);
  assert.ok(err.includes(`No Kinora installation found in the database ${name} at `), err);
  assert.ok(!/password|kinora:/.test(err), err);
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(
    `select count(*)::int as tables from pg_tables where schemaname = 'public'`,
  );
  await client.end();
  assert.equal(rows[0].tables, 0);
});

test('an invalid option is named in the error, also inside JSON and for negative numbers', async () => {
  const add = ['route', 'add', 'sketch', '--engine', 'x'];
  const price = '{"unit":"image","rules":[{"unitPrice":"0.01"}],"tiers":{"fast":"1"}}';
  const model = ['model', 'add', 'm', '--kind', 'image', '--price', price];
  for (const [args, expected] of [
    [[...add, '--priority', '-1'], 'Invalid value for --priority: expected 0 to 99.'],
    [[...add, '--tiers', 'never'], 'Invalid value for --tiers: allowed: none, relax, fast, turbo.'],
    [
      [...model, '--operations', 'grid,fly'],
      'Invalid value for --operations: unknown entry "fly". Allowed: grid, ',
    ],
    [[...add, '--parameters', '{"names":{}}'], 'Unknown field "parameters.names". Allowed: rename, set.'],
    [['engine', 'add', 'x', '--kind', 'chat', '--settings', '[]'], 'for --settings: expected an object.'],
    [[...add, '--parameters', '{"set":{"a":[]}}'], 'Invalid value for --parameters (set.a): '],
  ] as const) {
    const { err, code } = await kinora(args, { KINORA_DATA_DIR: join(folder, 'missing') });
    assert.ok(err.includes(expected), err);
    assert.equal(code, 2);
  }
});

test('a file that cannot be used is named in the error, with the place of what is wrong', async () => {
  const file = (name: string) => join(files, name);
  const [cut, wrong, binary] = ['cut.json', 'wrong.json', 'picture.png'].map(file) as [
    string,
    string,
    string,
  ];
  await writeFile(cut, '{\n  "3": {"class_type": "KSam');
  await writeFile(wrong, '{\n  "3": {class_type: 1}\n}');
  await writeFile(binary, Buffer.from([0x89, 0x50, 0x4e, 0x47]));
  for (const [name, expected] of [
    [file('none.json'), `Cannot read ${file('none.json')}: there is no such file.`],
    [files, `Cannot read ${files}: it is a folder.`],
    [binary, `Cannot read ${binary}: it is not text in UTF-8.`],
    [cut, `<graph> of ${cut}: expected JSON, but the text ends too early, in line 2, column 28.`],
    [wrong, `<graph> of ${wrong}: expected JSON, with names in double quotes`],
    [wrong, 'Line 2, column 9 is not valid.'],
  ] as const) {
    const { err, code } = await kinora(['workflow', 'read', name], {
      KINORA_DATA_DIR: join(folder, 'missing'),
    });
    assert.ok(err.includes(expected), err);
    assert.equal(code, 2);
  }
});

test('doctor tries the built-in database, and leaves no installation behind', async () => {
  const { out } = await kinora(['doctor'], { KINORA_DATA_DIR: folder, KINORA_PORT: '0' });
  assert.match(out, /ok +Database: built-in PostgreSQL, starts and stops; no installation in .+ yet/);
  assert.match(out, /ok +Clips: H\.264; (without ffmpeg on PATH, .* no poster|.* with \/)/);
  assert.deepEqual(await readdir(folder), []);
});

test('token create names its installation and reports when it creates one', async () => {
  const create = ['token', 'create', '--group', 'image'];
  const first = await kinora(create, { KINORA_DATA_DIR: folder });
  assert.match(first.out, /^kn_\w{32}\n$/);
  assert.ok(first.err.includes(`Created a new installation: ${folder}\n`), first.err);
  const second = await kinora(create, { KINORA_DATA_DIR: folder });
  assert.match(second.out, /^kn_\w{32}\n$/);
  assert.ok(second.err.includes(`Installation: ${folder}\n`), second.err);
  const list = await kinora(['token', 'list'], { KINORA_DATA_DIR: folder });
  assert.deepEqual([list.err, list.code], ['', 0]);
});
