/**
 * The Console with 100,000 tasks in the account: how soon gallery and tasks show
 * something, and how they scroll.
 */
import type { Page } from 'playwright-core';
import { invite } from '../src/core/accounts/invitations.ts';
import { openDatabase, type Database } from '../src/platform/db/open.ts';
import { launchBrowser } from '../test/support/browser/launch-browser.ts';
import { copyTask } from '../test/support/setups/many-tasks.ts';
import { askUntilEnded, startKinora, submitOne, type Kinora } from './kinora.ts';
import { openConnections, requestBytes } from './connections.ts';
import { median } from './median.ts';
import { atMost, type Row } from './table.ts';
import type { Topic, TopicOptions } from './topic.ts';

const tasks = 100_000;
const opens = 5;
const steps = 80;
const stepPixels = 700;

export const consolePages: Topic = {
  name: 'console',
  run: async parts => {
    const kinora = await startKinora(parts);
    const db = openDatabase({ connectionString: kinora.databaseUrl });
    parts.atEnd(db.close);
    const like = await createTask(kinora);
    await copyTask({ db, dataDir: kinora.dataDir, like, count: tasks });
    const page = await openSignedInPage(parts, kinora, db);
    const rows: Row[] = [];
    for (const [name, selector] of [
      ['gallery', 'main img'],
      ['tasks', 'main [role=row], main tbody tr'],
    ] as const)
      rows.push(
        ...(await measurePage(page, `http://localhost:${kinora.port}/console/${name}`, { name, selector })),
      );
    return rows;
  },
};

async function createTask(kinora: Kinora): Promise<string> {
  const connections = await openConnections(kinora.port, 1);
  const json = { prompt: 'a red fox' };
  const request = await submitOne(connections, { path: '/mj/submit/imagine', key: kinora.imageKey, json });
  await askUntilEnded(connections, requestBytes(request));
  connections.close();
  return /\d{16}/.exec(request.path)?.[0] ?? '';
}

async function openSignedInPage({ atEnd }: TopicOptions, kinora: Kinora, db: Database): Promise<Page> {
  const { rows } = await db.pool.query<{ id: string }>('select id from accounts limit 1');
  const link = { accountId: rows[0]?.id ?? '', role: 'owner', email: undefined, hours: 1 } as const;
  const { secret } = await invite(db, link);
  const base = `http://localhost:${kinora.port}`;
  const answer = await fetch(`${base}/api/join`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      secret,
      email: 'bench@example.com',
      name: 'Bench',
      password: 'correct horse battery',
    }),
  });
  const [name = '', value = ''] = (answer.headers.get('set-cookie') ?? '').split(';')[0]?.split('=') ?? [];
  const browser = await launchBrowser();
  atEnd(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name, value, url: base }]);
  return context.newPage();
}

async function measurePage(
  page: Page,
  address: string,
  { name, selector }: { name: string; selector: string },
): Promise<Row[]> {
  const openMs: number[] = [];
  for (let count = 0; count < opens; count++) {
    await page.goto('about:blank');
    const startedMs = performance.now();
    await page.goto(address);
    await page.waitForSelector(selector);
    openMs.push(performance.now() - startedMs);
  }
  const { frames, nodes } = await page.evaluate(scroll, { steps, stepPixels });
  const sorted = frames.toSorted((a, b) => a - b);
  const note = `slowest ${sorted.at(-1)?.toFixed(0)} ms, ${nodes} nodes in the page`;
  return [
    atMost(`${name} of ${tasks} tasks, opened until the first is seen`, {
      value: median(openMs),
      unit: 'ms',
    }),
    atMost(`${name}, frame while scrolling, median`, { value: median(frames), unit: 'ms', note }),
    atMost(`${name}, frame while scrolling, 95 of 100`, {
      value: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
      unit: 'ms',
    }),
  ];
}

/** Runs in the page. It scrolls the scrollable element by a step for each frame. */
async function scroll({ steps: count, stepPixels: pixels }: { steps: number; stepPixels: number }) {
  const frame = () => new Promise<number>(resolve => requestAnimationFrame(resolve));
  const boxes = [...document.querySelectorAll('main *')].filter(
    element =>
      element.scrollHeight > element.clientHeight + 200 && getComputedStyle(element).overflowY !== 'visible',
  );
  const box = boxes[0] ?? document.scrollingElement ?? document.body;
  const frames: number[] = [];
  let nodes = 0;
  for (let step = 0, last = await frame(); step < count; step++) {
    box.scrollTop += pixels;
    const now = await frame();
    frames.push(now - last);
    last = now;
    nodes = Math.max(nodes, document.querySelectorAll('*').length);
  }
  return { frames, nodes };
}
