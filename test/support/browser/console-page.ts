/**
 * The Console in a real browser: a page, signed in, at a path. Errors in the browser's
 * console fail the tests of the file.
 */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import type { UserRole } from '../../../src/core/accounts/users.ts';
import type { TestApp } from '../servers/app.ts';
import { type Look, openVisitor } from './visitors.ts';
import { atEnd } from '../servers/clean-up.ts';
import { signedIn } from '../clients/console-client.ts';

export const desktop = { width: 1440, height: 900 } as const;
export const phone = { width: 390, height: 844 } as const;

/** The user who is signed in on a page. */
export type ConsoleUser = Awaited<ReturnType<typeof signedIn>>;

export interface ConsoleOptions extends Partial<Look> {
  readonly kinora: Pick<TestApp, 'url' | 'app'>;
  /** A new user of this role in the first account. Undefined if nobody is signed in. */
  readonly role?: UserRole;
  /** A user who is already signed in, instead of `role`. */
  readonly user?: ConsoleUser;
  /** Below /console, such as `/gallery?starred=true`. */
  readonly path?: string;
  /** It lasts until the tests of the file have ended. Otherwise it ends with the test that opens it. */
  readonly lasts?: boolean;
  /** The browser has cached nothing. */
  readonly isNew?: boolean;
}

export interface ConsolePage {
  readonly page: Page;
  /** The same user without a browser, to create and check what the page shows. */
  readonly user: ConsoleUser;
  /** Opens another path below /console. */
  visit(path: string): Promise<void>;
  /** Errors of the browser's console so far. The tests of the file fail if any are left. */
  readonly faults: readonly string[];
}

/** Opens the page of a visitor without cookies, storage or workers of earlier visits. */
export async function openConsole({
  kinora,
  role,
  path = '',
  viewport = desktop,
  theme = 'dark',
  language = 'en',
  hasScrollbars = false,
  lasts = false,
  isNew = false,
  user: existingUser,
}: ConsoleOptions): Promise<ConsolePage> {
  const user = existingUser ?? (role ? await signedIn(kinora, role) : nobody);
  const { context, page, leave } = await openVisitor({ viewport, theme, language, hasScrollbars }, { isNew });
  (lasts ? atEnd : after)(leave);
  await signIn(context, kinora, user);
  return consolePage(page, { kinora, user, path });
}

/** Opens another page of the same browser, with the same cookie. */
export async function openTab(context: BrowserContext, { kinora, user, path }: Visit): Promise<ConsolePage> {
  return consolePage(await context.newPage(), { kinora, user, path });
}

type Visit = Required<Pick<ConsoleOptions, 'kinora' | 'user' | 'path'>>;

async function consolePage(page: Page, { kinora, user, path }: Visit): Promise<ConsolePage> {
  const faults = gatherFaults(page);
  const visit = async (to: string) => {
    await page.goto(`${consoleAddress(kinora)}/console${to}`);
  };
  await visit(path);
  return { page, user, visit, faults };
}

/** Waits until the page is complete: nothing is loading or fading in. */
export async function waitUntilSettled(page: Page): Promise<void> {
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

/** Browsers offer passkeys and the clipboard on `localhost`, not on an IP address. */
export function consoleAddress({ url }: Pick<TestApp, 'url'>): string {
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

async function signIn(
  context: BrowserContext,
  kinora: Pick<TestApp, 'url'>,
  { cookie }: ConsoleUser,
): Promise<void> {
  const [name, value] = cookie.split('=');
  if (name && value) await context.addCookies([{ name, value, url: consoleAddress(kinora), httpOnly: true }]);
}

function gatherFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('console', message => isFault(message) && faults.push(message.text()));
  page.on('pageerror', error => faults.push(error.stack ?? error.message));
  atEnd(async () => assert.deepEqual(faults, [], `errors in the browser's console at ${page.url()}`));
  return faults;
}

/** The page itself reports that the API rejected a request, although the browser logs it as an error too. */
function isFault(message: ConsoleMessage): boolean {
  const path = URL.parse(message.location().url)?.pathname ?? '';
  const isRefusal = /status of 4\d\d/.test(message.text()) && /^\/(api|mj|v1)\//.test(path);
  return message.type() === 'error' && !isRefusal;
}
