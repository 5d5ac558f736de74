/** Makes the pictures of README, in docs/images: the Image page of the Console, and the newest grid on it. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { startApp, type App } from '../src/app/start/app.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { systemClock } from '@kinora/shared/clock';
import { consoleClient, password } from '../test/support/clients/console-client.ts';
import { openConsole, waitUntilSettled, type ConsoleUser } from '../test/support/browser/console-page.ts';
import { endProcess } from '../test/support/servers/clean-up.ts';

/** The last one is the newest. */
const prompts = [
  'a whale in front of a city at night, stars --ar 3:2 --seed 23',
  'hot air balloons over a valley of flowers, morning light --ar 3:2 --seed 7',
  'a red fox beside a lighthouse on a cliff at sunset, watercolor --ar 3:2 --seed 42',
];
const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));

const dataDir = await mkdtemp(join(tmpdir(), 'kinora-readme-'));
const app = await startApp(
  loadConfig({
    KINORA_PORT: '0',
    KINORA_MONITORING_ADDRESS: 'off',
    KINORA_DATA_DIR: dataDir,
    KINORA_LOG_LEVEL: 'silent',
  }),
);
try {
  const user = await firstOperator(app);
  const token = (await user.run('token create', { group: 'image', name: 'Studio' })).body;
  let sheet = '';
  for (const prompt of prompts) sheet = await makeGrid(user, token.id, prompt);
  await mkdir(folder, { recursive: true });
  const grid = sharp(Buffer.from(await (await fetch(sheet)).arrayBuffer()));
  await grid.resize({ width: 1200 }).webp({ quality: 80, effort: 6 }).toFile(join(folder, 'grid.webp'));
  const console = sharp(await screenshot(app, user));
  await console.webp({ quality: 80, effort: 6 }).toFile(join(folder, 'console.webp'));
} finally {
  await endProcess();
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function firstOperator({ address, setupLink }: App): Promise<ConsoleUser> {
  const client = consoleClient({ url: address ?? '' });
  const secret = new URL(String(setupLink)).hash.slice(1);
  const email = 'mira@example.com';
  const { body } = await client.post('/api/join', { secret, email, name: 'Mira', password });
  return Object.assign(client, { email, accountId: body.user.account as string });
}

/** The address of its 2x2 sheet. */
async function makeGrid(user: ConsoleUser, tokenId: string, prompt: string): Promise<string> {
  const headers = { 'kinora-token': tokenId };
  const { body } = await user.post('/mj/submit/imagine', { prompt }, headers);
  for (;;) {
    const task = (await user.run('task show', { task: body.result })).body;
    if (task.state === 'succeeded') return new URL(task.sheet, app.address).href;
    if (task.state !== 'queued' && task.finished) throw new Error(`${prompt}: ${JSON.stringify(task)}`);
    await systemClock.sleep(1000);
  }
}

async function screenshot(kinora: App, user: ConsoleUser): Promise<Buffer> {
  const viewport = { width: 1440, height: 900 };
  const { page } = await openConsole({
    kinora: { app: kinora, url: kinora.address ?? '' },
    user,
    path: '/image',
    lasts: true,
    viewport,
    theme: 'dark',
    language: 'en',
  });
  await waitUntilSettled(page);
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
  );
  // Pictures fade in.
  await systemClock.sleep(1000);
  const picture = await page.screenshot();
  await page.context().browser()?.close();
  return picture;
}
