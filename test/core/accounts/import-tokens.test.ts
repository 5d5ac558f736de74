/** Import of accounts, balances and tokens from CSV: keys that clients already use keep working. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { newSecret } from '../../../src/platform/lib/id.ts';
import { call, videoEnd, type TestApp } from '../../support/servers/app.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { atEnd } from '../../support/servers/clean-up.ts';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import { freshDatabase } from '../../support/servers/database.ts';
import { commandLine } from '../../support/programs/bundled-program.ts';
import { smallClip } from '../../support/clients/video-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';
import { testInFull } from '../../support/test-in-full.ts';

let kinora: TestApp;
let operator: ConsoleClient & { accountId: string };

before(async () => {
  kinora = await startScriptedApp();
  operator = await signedIn(kinora, 'operator');
});

/** Keys in the format of new-api. */
const newKey = () => `sk-${newSecret()}${newSecret().slice(0, 16)}`;
let names = 0;
const newName = () => `customer-${++names}`;
const load = (file: string, options: object = {}) => operator.done('token import', { file, ...options });
const models = (key: string) => call(`${kinora.url}/v1/models`, { key });

/** The number of rows of every kind that an import writes. */
async function counts(): Promise<unknown> {
  const { rows } = await kinora.app.db.pool.query(
    `select (select count(*) from accounts) accounts, (select count(*) from tokens) tokens,
       (select count(*) from ledger_entries) entries, (select count(*) from audit) audit`,
  );
  return rows[0];
}

test('an imported key of another service keeps working, with its account, balance and limits', async () => {
  const [ann, video, image] = [newName(), newKey(), newKey()];
  const importResult = await load(
    `account,balance,name,key,group,cap_total,max_open,expires
${ann},12.50,"Shop, ""new""",${video},video,0.06,2,2099-01-01T00:00:00Z
${ann},12.50,,${image},image,,,never
`,
  );
  const { rows, problems, ...totals } = importResult;
  assert.deepEqual(problems, []);
  assert.deepEqual(totals, {
    ok: true,
    dry_run: false,
    accounts_created: 1,
    tokens_created: 2,
    tokens_unchanged: 0,
    credited: '12.50',
  });
  const [first] = rows;
  assert.deepEqual(
    [first.line, first.account_state, first.prefix, first.credited],
    [2, 'new', video.slice(0, 8), '12.50'],
  );

  const { body } = await call(`${kinora.url}/v1/videos`, {
    key: video,
    json: { ...smallClip, prompt: 'a cat' },
  });
  assert.equal((await videoEnd({ ...kinora, videoKey: video }, body.id)).status, 'completed');
  const secondAnswer = await call(`${kinora.url}/v1/videos`, {
    key: video,
    json: { ...smallClip, prompt: 'a cat' },
  });
  assert.equal(secondAnswer.body.error?.code, 'token_cap_reached');
  const secret = await call(`${kinora.url}/mj/task/list-by-condition`, {
    headers: { 'mj-api-secret': image },
    json: { ids: [] },
  });
  assert.equal(secret.status, 200);

  const tokens = await operator.done('token list', { account: ann });
  assert.deepEqual(
    tokens.map((token: any) => [token.name, token.group, token.max_open, token.expires]),
    [
      ['Shop, "new"', 'video', 2, '2099-01-01T00:00:00.000Z'],
      ['image token', 'image', null, null],
    ],
  );
  const [entry] = (await operator.done('ledger list', { account: ann, kind: 'adjust' })) as any[];
  assert.deepEqual([entry.amount, entry.reason], ['12.50', 'import']);
  assert.deepEqual((await checkLedger(kinora)).problems, []);
});

test('importing a file twice changes nothing, and the audit log contains no key', async () => {
  const [bob, key] = [newName(), newKey()];
  const file = `account,balance,key,group\n${bob},3,${key},image\n${bob},,${newKey()},video\n`;
  await load(file);
  const before = await counts();
  const second = await load(file);
  assert.deepEqual(
    [second.accounts_created, second.tokens_created, second.tokens_unchanged, second.credited],
    [0, 0, 2, '0.00'],
  );
  assert.deepEqual(await counts(), before);
  assert.equal((await operator.done('account balance', { account: bob })).available, '3.00');
  const audit = await operator.done('audit list', { action: 'token import' });
  assert.ok(audit.length >= 4);
  assert.ok(!JSON.stringify(audit).includes(key));
});

test('two concurrent imports of the same file have the effect of one', async () => {
  const carol = newName();
  const file = `account,balance,key,group\n${carol},5,${newKey()},image\n`;
  const results = await Promise.all([load(file), load(file), load(file)]);
  assert.deepEqual(results.map(one => one.tokens_created).toSorted(), [0, 0, 1]);
  assert.equal((await operator.done('account balance', { account: carol })).available, '5.00');
});

test('a dry run reports the same result and writes nothing', async () => {
  const [dan, key] = [newName(), newKey()];
  const file = `account,balance,key,group\n${dan},7,${key},video\n`;
  const before = await counts();
  const dryRun = await load(file, { dry_run: true });
  assert.deepEqual(await counts(), before);
  assert.equal((await models(key)).status, 401);
  const done = await load(file);
  assert.deepEqual({ ...dryRun, dry_run: false }, done);
  assert.equal((await models(key)).status, 200);
});

test('one invalid row rejects the whole file, and each error names the line, the column and the allowed values', async () => {
  const [erin, key, existingKey] = [newName(), newKey(), newKey()];
  await load(`account,balance,key,group\n${erin},2,${existingKey},image\n`);
  const file = [
    'account,balance,name,key,group,cap_day,tier,models',
    `${erin},,fine,${key},image,,,`,
    `${erin},,,${newKey()},paintings,,,`,
    `,1,,${newKey()},image,,,`,
    `${erin},-1,,${newKey()},image,lots,slow,`,
    `${erin},,,admin,image,,,`,
    `${erin},,,${key},image,,,`,
    `${erin},,,${existingKey},video,,,`,
    `${erin},3,,,,,,`,
    `${erin},,,,image,,,`,
    `${erin},,,${newKey()},video,,,midjourney`,
    `${erin},short`,
  ].join('\r\n');
  const before = await counts();
  const { ok, rows, problems } = await load(file);
  assert.deepEqual([ok, rows, await counts()], [false, [], before]);
  const problemTexts = problems.map(({ line, field, reason }: any) => `${line} ${field}: ${reason}`);
  for (const [index, expected] of [
    /^3 group: .*"paintings".*Allowed: .*image.*video/,
    /^4 account: it is required/,
    /^5 balance: expected an amount/,
    /^5 tier: allowed: none, relax, fast, turbo/,
    /^5 cap_day: expected an amount/,
    /^6 key: expected 24 to 200 visible ASCII characters/,
    /^7 key: line 2 has the same key/,
    /^8 key: a token of another account or group has this key/,
    /^9 balance: 2.00 was imported for this account before/,
    /^10 key: it is required/,
    /^11 models: "midjourney" is not in the group "video"\. Allowed: sketch/,
    /^12 row: expected 8 cells, not 2/,
  ].entries())
    assert.match(problemTexts[index], expected);
  assert.equal(problemTexts.length, 12, problemTexts.join('\n'));
  assert.ok(!JSON.stringify(problems).includes(key));
  const chinese = await operator.post('/api/token.import', { file }, { 'accept-language': 'zh-CN' });
  assert.match(chinese.body.problems.at(-1).reason, /应有 8 个单元格，实际为 2 个/);
});

test('a file that is not an import is rejected with the list of allowed columns', async () => {
  for (const [file, expected] of [
    ['', /among them `account`/],
    ['key,group\n', /among them `account`/],
    ['account,password\n', /"password" that is unknown.*Allowed: account, balance, name, key, group, scope/],
    ['account,account\n', /"account" that is unknown or named twice/],
    ['account\n"open\n', /line 2 has a quotation mark/],
  ] as const) {
    const { status, body } = await operator.run('token import', { file });
    assert.equal(status, 400, file);
    assert.match(body.error.message, expected);
  }
});

test('an import restores neither a revoked token nor the previous key of a rotated one', async () => {
  const [revokedKey, rotatedKey] = [newKey(), newKey()];
  const file = `account,key,group\n${newName()},${revokedKey},image\n${newName()},${rotatedKey},image\n`;
  const [first, second] = (await load(file)).rows;
  await operator.done('token revoke', { token: first.prefix });
  await operator.done('token rotate', { token: second.prefix, overlap: 0 });
  assert.equal((await load(file)).tokens_unchanged, 2);
  for (const key of [revokedKey, rotatedKey]) assert.equal((await models(key)).status, 401);
});

testInFull('the command reads the file, prints the result, and fails if a row is invalid', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-import-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const env = { ...process.env, DATABASE_URL: await freshDatabase(), KINORA_DATA_DIR: folder };
  const file = join(folder, 'tokens.csv');
  const program = await commandLine();
  const run = (args: readonly string[]) =>
    new Promise<{ code: number; out: string }>(resolve => {
      execFile(process.execPath, [...program, 'token', 'import', file, ...args], { env }, (error, stdout) =>
        resolve({ code: Number(error?.code ?? 0), out: stdout }),
      );
    });
  const key = newKey();
  await writeFile(file, `account,balance,key,group\nfay,4,${key},image\n`);
  const dryRun = await run(['--dry-run']);
  assert.match(
    dryRun.out,
    /^Dry run: nothing was changed\.[\s\S]*tokens created +1\n[\s\S]*line 2, account fay/,
  );
  const done = await run(['--json']);
  assert.deepEqual([done.code, JSON.parse(done.out).credited], [0, '4.00']);
  assert.ok(!`${dryRun.out}${done.out}`.includes(key));
  await writeFile(file, 'account,key,group\nfay,short,image\n');
  const wrong = await run([]);
  assert.equal(wrong.code, 1);
  assert.match(wrong.out, /line 2, field key, reason expected 24 to 200 visible ASCII/);
});

test('an account named in one row by name and in another by id is credited once', async () => {
  const name = newName();
  const { id } = await operator.done('account create', { name });
  const { credited: creditedAmount } = await load(`account,balance
${name},12.50
${id},12.50
`);
  assert.equal(creditedAmount, '12.50');
  assert.deepEqual((await checkLedger(kinora)).problems, []);
});
