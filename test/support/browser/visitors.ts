/**
 * Visitors of the Console: contexts of the shared browser, each with one page. Tests use them one after the
 * other, because a new context costs a process that compiles the Console again. Each test finds an empty page
 * without cookies, storage, workers and routes of earlier tests. Only what the browser has cached stays.
 */
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { openBrowser } from './browser.ts';

export interface Look {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly theme: 'dark' | 'light';
  readonly language: 'en' | 'zh';
  /** Scrollbars that take room, as with a mouse. Playwright hides them otherwise. */
  readonly hasScrollbars: boolean;
}

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Ends the visit. Afterwards, the visitor belongs to another test, or is closed. */
  leave(): Promise<void>;
}

/** Pages are slow when four test files share two cores. */
const patienceMs = 90_000;

/** Those that no test uses, by what cannot be changed in a context. */
const free = new Map<string, Visitor[]>();

/** The caller closes it. One that `isNew` has nothing in its cache either. */
export async function openVisitor(look: Look, { isNew = false } = {}): Promise<Visitor> {
  const visitor = (isNew ? undefined : free.get(visitorKey(look))?.pop()) ?? (await newVisitor(look));
  const { page } = visitor;
  await page.setViewportSize(look.viewport);
  await page.emulateMedia({ colorScheme: look.theme, reducedMotion: 'reduce' });
  return visitor;
}

function visitorKey({ language, viewport, hasScrollbars }: Look): string {
  return [language, isPhone(viewport), hasScrollbars].join(' ');
}

function isPhone({ width }: Look['viewport']): boolean {
  return width < 640;
}

async function newVisitor(look: Look): Promise<Visitor> {
  const { viewport, theme, language, hasScrollbars } = look;
  const browser = await openBrowser({ hasScrollbars });
  const context = await browser.newContext({
    viewport,
    colorScheme: theme,
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
    timezoneId: 'UTC',
    hasTouch: isPhone(viewport),
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const isChanged = watchForChanges(context, page);
  const visitor: Visitor = {
    context,
    page,
    leave: async () => {
      const canStay = !isChanged() && !page.isClosed();
      const isClean = canStay && (await clean(visitor, devtools).catch(() => false));
      if (!isClean) return context.close();
      const kind = visitorKey(look);
      free.set(kind, [...(free.get(kind) ?? []), visitor]);
    },
  };
  return visitor;
}

/** What a test does with these stays until the context is closed. */
const changes = [
  'addInitScript',
  'exposeFunction',
  'exposeBinding',
  'newCDPSession',
  'setOffline',
  'install',
];

/** Returns a function that says whether any of them was called. */
function watchForChanges(context: BrowserContext, page: Page): () => boolean {
  let isChanged = false;
  for (const target of [context, page, context.clock] as any[])
    for (const name of changes.filter(each => each in target)) {
      const original = target[name];
      target[name] = (...values: unknown[]) => {
        isChanged = true;
        return original.apply(target, values);
      };
    }
  return () => isChanged;
}

const events = ['console', 'pageerror', 'request', 'response', 'dialog', 'download'];

/** Removes what a test has left. Rejects if the browser cannot. */
async function clean({ context, page }: Visitor, devtools: CDPSession): Promise<true> {
  for (const event of events) page.removeAllListeners(event);
  for (const other of context.pages()) if (other !== page) await other.close();
  await Promise.all([page, context].map(each => each.unrouteAll({ behavior: 'ignoreErrors' })));
  const { origin } = new URL(page.url());
  await page.goto('about:blank');
  await page.mouse.move(-1, -1);
  await context.clearCookies();
  await context.clearPermissions();
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  return true;
}
