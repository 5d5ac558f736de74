/**
 * A browser at the Console with Chromium's virtual authenticator, which creates
 * real keys without asking anyone.
 */
import type { CDPSession, Page } from 'playwright-core';
import type { TestApp } from '../servers/app.ts';
import { password } from '../clients/console-client.ts';
import { fetchInPage, openPage, type PageAnswer } from './browser.ts';

export interface PasskeyBrowser {
  readonly page: Page;
  /** GET without JSON, POST with JSON. */
  ask(path: string, json?: unknown): Promise<PageAnswer>;
  /** The credential that the authenticator creates for the options, as JSON. */
  create(options: unknown): Promise<any>;
  /** Its assertion for the options. */
  get(options: unknown): Promise<any>;
  /** Begins and adds in one call. */
  add(name: string): Promise<PageAnswer>;
  /** Begins and signs in in one call. `change` may alter what is sent. */
  signIn(change?: (message: any) => void): Promise<PageAnswer>;
  /** Whether user verification succeeds. */
  setVerified(isVerified: boolean): Promise<void>;
  /** Whether a user is present. The authenticator responds only then. */
  setPresent(isPresent: boolean): Promise<void>;
  /** Sets the counter back, as if the key had been copied and used elsewhere. */
  setCounter(signCount: number): Promise<void>;
}

export async function openPasskeyBrowser({ url }: Pick<TestApp, 'url'>): Promise<PasskeyBrowser> {
  const page = await openPage();
  // Browsers offer passkeys on localhost, not on an IP address. The policy of the start page
  // blocks the calls of scripts.
  await page.goto(`${url.replace('127.0.0.1', 'localhost')}/livez`);
  return addAuthenticator(page);
}

/** Plugs in an authenticator for a page that is already at the Console. */
export async function addAuthenticator(page: Page): Promise<PasskeyBrowser> {
  const devtools = await page.context().newCDPSession(page);
  const authenticatorId = await addVirtualAuthenticator(devtools);
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
      const message = { challenge, response: await browser.get(options) };
      change(message);
      return ask('/api/session.passkey', message);
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

/** A virtual device that creates and stores passkeys and always verifies its user. */
export async function addVirtualAuthenticator(devtools: CDPSession): Promise<string> {
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
