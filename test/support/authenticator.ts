/** A browser at the Console with an authenticator in it: Chromium's own, which makes real keys and asks nobody. */
import type { CDPSession, Page } from 'playwright-core';
import type { TestApp } from './app.ts';
import { password } from './console-client.ts';
import { fetchInPage, openPage, type PageAnswer } from './browser.ts';

export interface PasskeyBrowser {
  readonly page: Page;
  /** GET without JSON, POST with it. */
  ask(path: string, json?: unknown): Promise<PageAnswer>;
  /** What the authenticator makes of the options, as JSON. */
  create(options: unknown): Promise<any>;
  /** What it answers to them. */
  get(options: unknown): Promise<any>;
  /** Begin and add in one. */
  add(name: string): Promise<PageAnswer>;
  /** Begin and sign in in one; `change` may spoil what is sent. */
  signIn(change?: (sent: any) => void): Promise<PageAnswer>;
  /** Whether a finger is laid on it. */
  setVerified(isVerified: boolean): Promise<void>;
  /** Whether anybody touches it: it answers when somebody does. */
  setPresent(isPresent: boolean): Promise<void>;
  /** As if the key had been copied and used elsewhere: the counter goes back to where it was. */
  setCounter(signCount: number): Promise<void>;
}

export async function openPasskeyBrowser({ url }: Pick<TestApp, 'url'>): Promise<PasskeyBrowser> {
  const page = await openPage();
  // Browsers offer passkeys on localhost, not on an address. The start page's own policy lets no script ask anything.
  await page.goto(`${url.replace('127.0.0.1', 'localhost')}/livez`);
  return plugInAuthenticator(page);
}

/** To a page that stands at the Console's address already. */
export async function plugInAuthenticator(page: Page): Promise<PasskeyBrowser> {
  const devtools = await page.context().newCDPSession(page);
  const authenticatorId = await plugIn(devtools);
  const ask: PasskeyBrowser['ask'] = (path, json) =>
    fetchInPage(page, path, {
      ...(json !== undefined && { json, headers: { 'content-type': 'application/json' } }),
    });
  const browser: PasskeyBrowser = {
    page,
    ask,
    create: options => page.evaluate(createInPage, options),
    get: options => page.evaluate(getInPage, options),
    add: async name => {
      const { challenge, options } = (await ask('/api/passkey.begin', { password })).body;
      return ask('/api/passkey.add', { challenge, response: await browser.create(options), name });
    },
    signIn: async (change = () => {}) => {
      const { challenge, options } = (await ask('/api/session.passkey-begin', {})).body;
      const sent = { challenge, response: await browser.get(options) };
      change(sent);
      return ask('/api/session.passkey', sent);
    },
    setVerified: async isUserVerified => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    setPresent: async enabled => {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    setCounter: async signCount => {
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
      await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
      for (const credential of credentials)
        await devtools.send('WebAuthn.addCredential', {
          authenticatorId,
          credential: { ...credential, signCount },
        });
    },
  };
  return browser;
}

/** A device that makes and holds passkeys, whose finger is always on it. */
export async function plugIn(devtools: CDPSession): Promise<string> {
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
}

async function createInPage(options: any): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return ((await navigator.credentials.create({ publicKey })) as PublicKeyCredential).toJSON();
}

async function getInPage(options: any): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON();
}
