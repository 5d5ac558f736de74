/**
 * The adapter to Midjourney proxies against a real midjourney-proxy of novicezk (2.6.3), which drives a fake
 * of Discord, through a whole Kinora. It needs Java 17. In the environment:
 *
 * REAL_MJ_PROXY  the path of its jar. Default: the first argument
 */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { redLevel } from '../support/discord/pictures.ts';
import type { DiscordBehavior } from '../support/discord/behavior.ts';
import {
  type ImageRecord,
  acceptedTask,
  pixelsAt,
  plainPicture,
  waitFor,
} from '../support/clients/image-client.ts';
import { openProxiedApp, type ProxiedApp } from '../support/setups/proxied-app.ts';
import { waitUntil } from '../support/servers/wait-until.ts';

const { REAL_MJ_PROXY: jar = process.argv[2] } = process.env;

// Opened before the first test, because what is opened during a test is closed after the others.
if (jar) testAt(await openProxiedApp(jar));
else
  test('midjourney-proxy', {
    skip: 'name its jar: npm run test:real -- mj-proxy midjourney-proxy-2.6.3.jar',
  });

let grid: ImageRecord;

function testAt(app: ProxiedApp): void {
  testGrids(app);
  testButtons(app);
  testFailures(app);
  testRestarts(app);
}

function testGrids({
  client,
  discord,
  operator,
  generate,
  listInteractions,
  readCharge,
  reports,
}: ProxiedApp): void {
  const { behavior } = discord;

  test('a probe reports its accounts and its queue', async () => {
    const { notes } = await operator.done('engine probe', { engine: 'mj' });
    assert.deepEqual(notes, ['1 of 1 Discord accounts are enabled.', '0 tasks are in its queue.']);
  });

  test('a grid shows its progress, is reported, and its images are stored', async () => {
    const hold = Promise.withResolvers<void>();
    behavior.resultGate = hold.promise;
    const id = acceptedTask(await client.submit('imagine', { prompt: 'a red fox\nin snow' }));
    const running = await waitFor(
      () => client.fetch(id),
      ({ progress, imageUrl }) => progress === '31%' && imageUrl !== null,
    );
    assert.equal(running.status, 'IN_PROGRESS');
    hold.resolve();
    grid = await client.end(id);
    assert.equal(grid.status, 'SUCCESS', grid.failReason ?? '');
    const [interaction] = listInteractions();
    assert.match(interaction?.prompt ?? '', /^a red fox in snow --seed \d+ --v 7\.0$/);
    assert.equal(grid.imageUrls?.length, 4);
    for (const [cell, { url }] of (grid.imageUrls ?? []).entries())
      assert.deepEqual(await colorAt(url), [redLevel(1), 40 + cell * 50]);
    assert.equal(await readCharge(), 40_000n);
    assert.ok(reports() > 0, 'it sent a report to the webhook');
  });

  test('describe, blend and an image prompt upload their images', async () => {
    const [one, other] = [await plainPicture(), await plainPicture(undefined, '#ff0000')];
    const description = await generate('describe', { base64: one });
    assert.match(description.properties['finalPrompt'] ?? '', /^1️⃣ a red fox --ar 1:1\n\n2️⃣ a fox in snow\n/);
    assert.equal(listInteractions()[0]?.pictures.length, 1);
    const blend = await generate('blend', { base64Array: [one, other], dimensions: 'LANDSCAPE' });
    assert.equal(blend.imageUrls?.length, 4);
    assert.match(listInteractions()[0]?.prompt ?? '', / --ar 3:2 /);
    await generate('imagine', { prompt: 'a fox', base64Array: [one] });
    assert.match(listInteractions()[0]?.prompt ?? '', /^<https:\/\/s\.mj\.run\/\S+> a fox --seed /);
    await readCharge();
  });
}

function testButtons({ client, discord, listInteractions, readCharge }: ProxiedApp): void {
  test('U copies the candidate, V presses one button, and a reroll is a command with another seed', async () => {
    assert.deepEqual(await colorAt((await client.pressAndWait(grid, 'U2')).imageUrl), [redLevel(1), 90]);
    assert.deepEqual(listInteractions(), []);
    const variation = await client.pressAndWait(grid, 'V3');
    const [button] = listInteractions();
    assert.match(button?.customId ?? '', /^MJ::JOB::variation::3::/);
    assert.deepEqual(await colorAt(variation.imageUrls?.[0]?.url), [redLevel(button?.number ?? 0), 40]);
    await client.pressAndWait(variation, 'V1');
    assert.match(listInteractions()[0]?.customId ?? '', /^MJ::JOB::variation::1::/);
    await client.pressAndWait(grid, 'reroll');
    assert.match(listInteractions()[0]?.prompt ?? '', /^a red fox in snow --seed \d+ --v 7\.0$/);
    await readCharge();
  });

  test('an image has only the buttons that the proxy knows', async () => {
    const picture = await client.pressAndWait(grid, 'U1');
    const names = picture.buttons.map(({ customId }) => customId.split('::').slice(1, 3).join(' '));
    assert.deepEqual(names.slice(0, 2), ['JOB low_variation', 'JOB high_variation']);
    assert.equal(names.length, 3, names.join());
    const zoom = picture.buttons[0]?.customId.replace(/^MJ::JOB::low_variation/, 'MJ::Outpaint::50') ?? '';
    const { body } = await client.submit('action', { taskId: picture.id, customId: zoom });
    assert.equal(body.code, 4, JSON.stringify(body));
    await client.pressAndWait(picture, 'Vary (Subtle)');
    assert.match(listInteractions()[0]?.customId ?? '', /^MJ::JOB::variation::1::/);
    await readCharge();
  });

  test('two concurrent variations of one image are started once each', async t => {
    const hold = Promise.withResolvers<void>();
    discord.behavior.resultGate = hold.promise;
    const first = acceptedTask(await client.press(grid, 'V1'));
    await waitFor(
      () => client.fetch(first),
      ({ progress }) => progress === '31%',
    );
    discord.behavior.resultGate = undefined;
    const second = acceptedTask(await client.press(grid, 'V2'));
    await Promise.race([client.end(first), client.end(second)]);
    hold.resolve();
    const reds = [];
    for (const id of [first, second])
      reds.push((await colorAt((await client.end(id)).imageUrls?.[0]?.url))[0]);
    const numbers = listInteractions().map(({ number }) => redLevel(number));
    assert.deepEqual(reds.toSorted(), numbers.toSorted());
    t.diagnostic(`The proxy exchanged the results: ${reds[0] !== numbers[0]}`);
    await readCharge();
  });
}

function testFailures(app: ProxiedApp): void {
  const { client, discord, listInteractions, readCharge } = app;
  const { behavior } = discord;

  test('a prompt that the proxy bans is content_refused and not sent to Discord', async t => {
    const record = await imagineFailing(t, 'a voluptuous fox', {});
    assert.match(record.failReason ?? '', /\(voluptuous\)/);
    assert.equal(listInteractions().length, 0);
  });

  test('a job that Discord rejects fails without a charge and is not sent again', async t => {
    for (const [status, body] of refusals) {
      await imagineFailing(t, 'a fox', { refusal: { status, body } });
      assert.equal(listInteractions().length, 0);
    }
  });

  test('a job that Midjourney rejects fails without a charge, at the latest after timeout-minutes', async t => {
    for (const error of ['banned', 'late', 'captcha'] as const) {
      await imagineFailing(t, 'a fox', { error });
      assert.equal(listInteractions().length, 1, error);
    }
  });

  async function imagineFailing(
    t: TestContext,
    prompt: string,
    faults: Partial<DiscordBehavior>,
  ): Promise<ImageRecord> {
    Object.assign(behavior, faults);
    const record = await client.make('imagine', { prompt });
    Object.assign(behavior, { error: undefined, refusal: undefined });
    t.diagnostic(`${JSON.stringify(faults)}: ${record.failReason} ${await app.readCause(record)}`);
    assert.equal(record.status, 'FAILURE');
    assert.equal(await readCharge(), 0n);
    return record;
  }
}

function testRestarts({ client, discord, proxy, listInteractions, readCharge }: ProxiedApp): void {
  const { behavior } = discord;

  test('jobs that do not fit into its queue wait in Kinora, and each is started once', async () => {
    await proxy.kill();
    await proxy.start({ coreSize: 1, queueSize: 1 });
    const ids = [];
    for (let count = 0; count < 4; count++)
      ids.push(acceptedTask(await client.submit('imagine', { prompt: `fox ${count}` })));
    for (const id of ids) assert.equal((await client.end(id)).status, 'SUCCESS');
    assert.equal(listInteractions().length, 4);
    assert.equal(await readCharge(), 160_000n);
  });

  test('a job waits while the proxy is down or has no account yet', async () => {
    await proxy.kill();
    const id = acceptedTask(await client.submit('imagine', { prompt: 'a fox' }));
    await proxy.start();
    assert.equal((await client.end(id)).status, 'SUCCESS');
    assert.equal(listInteractions().length, 1);
    await readCharge();
  });

  test('a killed proxy loses its tasks: each was started once and is not charged', async t => {
    for (const behaviorName of ['resultGate', 'answerGate'] as const) {
      const hold = Promise.withResolvers<void>();
      behavior[behaviorName] = hold.promise;
      const interactionCount = discord.interactions.length;
      const id = acceptedTask(await client.submit('imagine', { prompt: 'a fox' }));
      await waitUntil(() => discord.interactions.length > interactionCount);
      await proxy.kill();
      await proxy.start();
      behavior[behaviorName] = undefined;
      hold.resolve();
      const { status, failReason } = await client.end(id);
      t.diagnostic(`${behaviorName}: ${status}, ${failReason}`);
      assert.equal(status, 'FAILURE');
      assert.equal(listInteractions().length, 1);
      assert.equal(await readCharge(), 0n);
    }
    const { status, failReason } = await client.pressAndWait(grid, 'V4');
    t.diagnostic(`V4 of an old grid: ${status}, ${failReason}`);
    assert.deepEqual([status, listInteractions().length, await readCharge()], ['FAILURE', 0, 0n]);
  });
}

const refusals: readonly (readonly [number, object])[] = [
  [401, { message: '401: Unauthorized', code: 0 }],
  [400, { message: 'Invalid Form Body', code: 50_035 }],
  [429, { message: 'You are being rate limited.', retry_after: 1 }],
  [500, {}],
];

/** The red and green values of the center pixel. */
async function colorAt(url: string | null | undefined): Promise<number[]> {
  const { data, width, height } = await pixelsAt(url);
  const at = 3 * (width * Math.floor(height / 2) + Math.floor(width / 2));
  return [...data.subarray(at, at + 2)];
}
