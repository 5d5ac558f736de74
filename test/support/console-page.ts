/** The Console in a real browser: a page, signed in, at an address. Whatever the browser complains of fails the file's tests. */
import assert from 'node:assert/strict';
import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import type { Role } from '../../src/accounts/users.ts';
import type { TestApp } from './app.ts';
import { openBrowser } from './browser.ts';
import { atEnd } from './clean-up.ts';
import { signedIn } from './console-client.ts';

export const desktop = { width: 1440, height: 900 } as const;
export const phone = { width: 390, height: 844 } as const;

/** Who a page is signed in as. */
export type ConsoleUser = Awaited<ReturnType<typeof signedIn>>;

export interface ConsoleOptions {
  readonly kinora: Pick<TestApp, 'url' | 'app'>;
  /** A new user of this role in the first account; undefined: nobody is signed in. */
  readonly role?: Role;
  /** Somebody who is signed in already; instead of `role`. */
  readonly user?: ConsoleUser;
  /** Below /console, as `/gallery?starred=true`. */
  readonly path?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly theme?: 'dark' | 'light';
  readonly language?: 'en' | 'zh';
  /** As with a mouse: they take room. Playwright hides them otherwise. */
  readonly hasScrollbars?: boolean;
}

export interface ConsolePage {
  readonly page: Page;
  /** The same user without a browser: to make and to look at what the page shows. */
  readonly user: ConsoleUser;
  /** To another address below /console. */
  visit(path: string): Promise<void>;
  /** What the browser has complained of so far; empty at the end, or the file fails. */
  readonly faults: readonly string[];
}

let shared: Promise<Browser> | undefined;

/** In a context of its own: no cookie, no storage and no worker of the pages opened before. */
export async function openConsole(options: ConsoleOptions): Promise<ConsolePage> {
  const { kinora, role, path = '' } = options;
  const user = options.user ?? (role ? await signedIn(kinora, role) : nobody);
  const context = await openContext(kinora, { ...options, user });
  return openTab(context, { kinora, user, path });
}

/** Another page of the same browser, with the same cookie. */
export async function openTab(
  context: BrowserContext,
  { kinora, user, path }: Required<Pick<ConsoleOptions, 'kinora' | 'user' | 'path'>>,
): Promise<ConsolePage> {
  const page = await context.newPage();
  const faults = gatherFaults(page);
  const visit = async (to: string) => {
    await page.goto(`${addressOf(kinora)}/console${to}`);
  };
  await visit(path);
  return { page, user, visit, faults };
}

/** The page shows what it has to show: nothing is being loaded, and nothing fades in any more. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('main > *', { state: 'attached' });
  await page.waitForFunction(() => {
    const skeletons = document.querySelectorAll('[aria-hidden][class*="appear_200ms_150ms"]');
    const finite = document
      .getAnimations()
      .filter(
        ({ effect, playState }) => playState === 'running' && effect?.getTiming().iterations !== Infinity,
      );
    return skeletons.length === 0 && finite.length === 0;
  });
}

/** Browsers offer passkeys and the clipboard on `localhost`, not at an address. */
export function addressOf({ url }: Pick<TestApp, 'url'>): string {
  return url.replace('127.0.0.1', 'localhost');
}

const nobody: ConsoleUser = {
  cookie: '',
  email: '',
  accountId: '',
  run: refuse,
  done: refuse,
  get: refuse,
  post: refuse,
  remove: refuse,
};

function refuse(): never {
  throw new Error('Nobody is signed in');
}

/** Pages draw slowly when four test files share two cores. */
const patienceMs = 90_000;

async function openContext(
  kinora: Pick<TestApp, 'url'>,
  { user, viewport = desktop, theme = 'dark', language = 'en', hasScrollbars }: ConsoleOptions,
): Promise<BrowserContext> {
  const browser = hasScrollbars ? openBrowser({ hasScrollbars }) : (shared ??= openBrowser());
  const context = await (await browser).newContext({
    viewport,
    colorScheme: theme,
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
    timezoneId: 'UTC',
    hasTouch: viewport.width < 640,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(patienceMs);
  const [name, value] = (user?.cookie ?? '').split('=');
  if (name && value) await context.addCookies([{ name, value, url: addressOf(kinora), httpOnly: true }]);
  return context;
}

function gatherFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', message => isFault(message) && faults.push(message.text()));
  page.on('pageerror', error => faults.push(error.stack ?? error.message));
  atEnd(async () => assert.deepEqual(faults, [], `complaints of the browser at ${page.url()}`));
  return faults;
}

/** That the API refuses something is for the page to tell, though the browser complains of it, too. */
function isFault(message: ConsoleMessage): boolean {
  const path = URL.parse(message.location().url)?.pathname ?? '';
  const isRefusal = /status of 4\d\d/.test(message.text()) && /^\/(api|mj|v1)\//.test(path);
  return message.type() === 'error' && !isRefusal;
}
