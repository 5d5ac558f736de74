/**
 * npm run screenshots: every page of the Console as a picture, in out/screenshots, with all of them on one
 * page (index.html): wide and narrow, dark and light, with nothing in it and with something; some in Chinese.
 *   node scripts/screenshots.ts gallery tokens    only these pages
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startApp, type App } from '../src/app/start/app.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { addresses, type Address } from '../test/support/browser/console-addresses.ts';
import { consoleClient, password } from '../test/support/clients/console-client.ts';
import {
  desktop,
  openConsole,
  phone,
  waitUntilSettled,
  type ConsoleUser,
} from '../test/support/browser/console-page.ts';
import { endProcess } from '../test/support/servers/clean-up.ts';
import { failingEngine } from '../test/support/engines/failing-engine.ts';
import { seedConsole, type SeededTasks, type Seeds } from '../test/support/browser/seeded-console.ts';
import { contactSheet, type Shot } from './contact-sheet.ts';

const target = fileURLToPath(new URL('../out/screenshots/', import.meta.url));
const requestedNames = process.argv.slice(2);

const seeds: Seeds = {
  images: [
    'a red fox beside a lighthouse at sunset, watercolor --ar 3:2',
    'hot air balloons over a valley of flowers, morning light --ar 16:9',
    'a whale in front of a city at night, stars --ar 3:2',
    'a castle on a hill above a river, oil painting',
    'a sailboat on a calm sea at dawn --ar 21:9',
    'a bear and a cabin in a snowy forest --ar 2:3',
    'an owl on a branch in the moonlight, pixel art',
    'a robot in a garden of roses --ar 4:5',
  ],
  clips: ['sailboats on a lake at dawn', 'a fox runs through snow', 'balloons rise over mountains'],
  seconds: 4,
};

const looks = [desktop, phone].flatMap(viewport =>
  (['dark', 'light'] as const).map(theme => ({ viewport, theme, language: 'en' as const })),
);
const chinese = [desktop, phone].map(viewport => ({
  viewport,
  theme: 'dark' as const,
  language: 'zh' as const,
}));
const inChinese = ['sign-in', 'welcome', 'image', 'video', 'gallery', 'tokens', 'usage', 'overview', 'task'];
type Look = (typeof looks)[number] | (typeof chinese)[number];

interface Place {
  readonly kinora: { readonly app: App; readonly url: string };
  readonly user: ConsoleUser;
  readonly fill: 'empty' | 'full';
  readonly pages: readonly Address[];
}

const dataDir = await mkdtemp(join(tmpdir(), 'kinora-screenshots-'));
const app = await startApp(
  loadConfig({
    KINORA_PORT: '0',
    KINORA_MONITORING_ADDRESS: 'off',
    KINORA_DATA_DIR: dataDir,
    KINORA_LOG_LEVEL: 'silent',
  }),
  { engines: [failingEngine(2)] },
);
try {
  await rm(target, { recursive: true, force: true });
  const shots = await shootAll({ app, url: app.address ?? '' });
  await writeFile(join(target, 'index.html'), contactSheet(shots));
  console.log(`${shots.length} pictures: ${join(target, 'index.html')}`);
} finally {
  await endProcess();
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function shootAll(kinora: Place['kinora']): Promise<Shot[]> {
  const user = await openOperator(kinora);
  const nothing = { grid: '', clip: '', failed: '' };
  const shots = await shootFill({ kinora, user, fill: 'empty', pages: pagesWith(nothing) });
  console.log('Making what is to be seen');
  const seededTasks = await seedConsole(user, seeds);
  const full = { kinora, user, fill: 'full', pages: pagesWith(seededTasks) } as const;
  shots.push(...(await shootFill(full)));
  const some = full.pages.filter(({ name }) => inChinese.includes(name));
  for (const look of chinese) shots.push(...(await shootLook({ ...full, pages: some }, look)));
  return shots;
}

function pagesWith(seededTasks: SeededTasks): readonly Address[] {
  const isThere = ({ path }: Address) => path !== '/task/';
  const isWanted = ({ name }: Address) => requestedNames.length === 0 || requestedNames.includes(name);
  return addresses(seededTasks).filter(page => isThere(page) && isWanted(page));
}

async function openOperator({ app, url }: Place['kinora']): Promise<ConsoleUser> {
  const client = consoleClient({ url });
  const secret = new URL(String(app.setupLink)).hash.slice(1);
  const email = 'mira@example.com';
  const { body } = await client.post('/api/join', { secret, email, name: 'Mira', password });
  return Object.assign(client, { email, accountId: body.user.account as string });
}

async function shootFill(place: Place): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const look of looks) shots.push(...(await shootLook(place, look)));
  return shots;
}

async function shootLook({ kinora, user, fill, pages }: Place, look: Look): Promise<Shot[]> {
  const signedIn = await openConsole({ kinora, user, path: '/profile', lasts: true, ...look });
  const signedOut = await openConsole({ kinora, path: '/sign-in', lasts: true, ...look });
  const width = look.viewport === desktop ? 'desktop' : 'phone';
  const folder = [fill, width, look.theme, look.language].join('-');
  await mkdir(join(target, folder), { recursive: true });
  const shots: Shot[] = [];
  for (const { name, path, isOutside } of pages) {
    const { page, visit } = isOutside ? signedOut : signedIn;
    await visit(path);
    await waitUntilSettled(page);
    await page.waitForFunction(() =>
      [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
    );
    await page.screenshot({ path: join(target, folder, `${name}.png`) });
    shots.push({ page: name, look: folder, file: `${folder}/${name}.png`, width });
  }
  for (const { page } of [signedIn, signedOut]) await page.context().close();
  console.log(`${folder}: ${shots.length}`);
  return shots;
}
