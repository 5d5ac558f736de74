/** How large the Console may be, and that its pages do not shift while images arrive. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Page } from 'playwright-core';
import { builtConsole } from '../../../src/app/start/built-console.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { openConsole, waitUntilSettled, type ConsoleUser } from '../../support/browser/console-page.ts';
import { inDepth } from '../../support/depth.ts';

/** Bytes of scripts, gzipped: those that every visit loads, and those that a page adds. */
const mostAtFirst = 132 * 1024;
const mostOfPage = 64 * 1024;
/** A layout shift under 0.1 counts as good. Pages whose sizes are known in advance need almost none. */
const mostShift = 0.02;

interface Part {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

let folder: string;
let parts: Readonly<Record<string, Part>>;
let kinora: TestApp;
let user: ConsoleUser;

before(async () => {
  folder = await builtConsole();
  parts = JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8'));
  kinora = await startTestApp();
  user = await signedIn(kinora, 'operator');
});

/** A chunk with everything that it loads statically. */
function closure(name: string, names = new Set<string>()): Set<string> {
  if (!names.has(name)) {
    names.add(name);
    for (const child of parts[name]?.imports ?? []) closure(child, names);
  }
  return names;
}

async function weigh(names: Iterable<string>): Promise<number> {
  const files = [...names].map(name => join(folder, parts[name]?.file ?? ''));
  const sizes = files.map(async file => (await promisify(gzip)(await readFile(file))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

const inKilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

test('the scripts that every visit loads stay within the size budget', async () => {
  const bytes = await weigh(closure('index.html'));
  assert.ok(bytes <= mostAtFirst, `${inKilobytes(bytes)}, the limit is ${inKilobytes(mostAtFirst)}`);
});

test('the scripts that a page adds stay within the size budget', async () => {
  const first = closure('index.html');
  const pages = parts['index.html']?.dynamicImports?.filter(name => name.startsWith('pages/')) ?? [];
  assert.ok(pages.length > 20);
  const heavy: string[] = [];
  for (const page of pages) {
    const bytes = await weigh([...closure(page)].filter(name => !first.has(name)));
    if (bytes > mostOfPage) heavy.push(`${page}: ${inKilobytes(bytes)}`);
  }
  assert.deepEqual(heavy, [], `the limit is ${inKilobytes(mostOfPage)}`);
});

/** Records every layout shift without user input, from the start of each page. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shifts = { sum: 0, moves: [] };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        shifts.sum += entry.value;
        for (const { node, previousRect: from, currentRect: to } of entry.sources)
          shifts.moves.push(`${from.x},${from.y} -> ${to.x},${to.y}: ${node?.outerHTML?.slice(0, 200)}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

interface Shifts {
  sum: number;
  readonly moves: string[];
}

interface LayoutShift {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Element | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

async function createToken({ run }: ConsoleUser): Promise<string> {
  return (await run('token create', { group: 'image' })).body.id;
}

for (const path of inDepth({ quick: ['/gallery'], full: ['/image', '/gallery'] }))
  test(`${path} does not shift while it loads, nor while images arrive`, async () => {
    const { page, visit } = await openConsole({ kinora, user, path: '/profile' });
    await watchShifts(page);
    await visit(path);
    await waitUntilSettled(page);
    await expectStill(page, 'while it loaded');
    const headers = { 'kinora-token': await createToken(user) };
    const submit = (prompt: string) => user.post('/mj/submit/imagine', { prompt }, headers);
    const wide = await submit('a red fox --ar 3:2 --draft');
    const high = await submit('a whale at night --ar 2:3 --draft');
    // New tasks come first, so they shift the existing ones once.
    for (const { body } of [wide, high]) await page.waitForSelector(`[data-task="${body.result}"]`);
    await page.evaluate(() => void ((globalThis as unknown as { shifts: Shifts }).shifts.sum = 0));
    for (const { body } of [wide, high])
      await page.waitForFunction(id => {
        const pictures = [...document.querySelectorAll<HTMLImageElement>(`[data-task="${id}"] img`)];
        return pictures.length >= 4 && pictures.every(({ complete }) => complete);
      }, body.result);
    await waitUntilSettled(page);
    await expectStill(page, 'while pictures arrived');
  });

async function expectStill(page: Page, when: string): Promise<void> {
  const { sum, moves: shifts } = await page.evaluate(
    () => (globalThis as unknown as { shifts: Shifts }).shifts,
  );
  assert.ok(sum < mostShift, `shifted by ${sum} ${when}, the limit is ${mostShift}:\n${shifts.join('\n')}`);
}
