/**
 * A real OpenID Connect provider on this machine, with its own sign-in pages, and a
 * browser that walks through them.
 */
import { generateKeyPairSync } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { Provider } from 'oidc-provider';
import { serve } from '../servers/serve.ts';

export interface Claims {
  email?: string;
  email_verified?: unknown;
  name?: string;
}

export interface TestProvider {
  readonly url: string;
  /** Subject -> the claims of the provider. */
  readonly people: Map<string, Claims>;
  /** Until then, and while it is down, it responds 503. */
  open(redirectUris: readonly string[]): void;
  setAway(isAway: boolean): void;
}

export const clientId = 'kinora';
export const clientSecret = 'a secret: of +two/ words%';

export async function startProvider(): Promise<TestProvider> {
  let handle: RequestListener | undefined;
  let isUnreachable = false;
  const url = await serve((request, response) => {
    if (handle && !isUnreachable) handle(request, response);
    else response.writeHead(503).end();
  });
  const people = new Map<string, Claims>();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwks = { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] };
  return {
    url,
    people,
    open: redirectUris => {
      const clients = [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }];
      const claims = { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] };
      const findAccount = (_: unknown, sub: string) => ({
        accountId: sub,
        claims: () => ({ sub, ...people.get(sub) }),
      });
      const pkce = { required: () => true };
      const cookies = { keys: ['for tests'] };
      handle = new Provider(url, { clients, claims, findAccount, pkce, cookies, jwks }).callback();
    },
    setAway: isAway => {
      isUnreachable = isAway;
    },
  };
}

export interface WalkEnd {
  readonly url: string;
  readonly status: number;
  readonly body: any;
}

export interface WalkingBrowser {
  readonly cookies: Map<string, string>;
  /**
   * Follows redirects and fills in the provider's forms as this subject, up to a page without a form, or up
   * to `until`, which is not requested.
   */
  walk(url: string, loginName: string, until?: (url: URL) => boolean): Promise<WalkEnd>;
}

export function walkingBrowser(): WalkingBrowser {
  const cookies = new Map<string, string>();
  const ask = async (url: string, form?: Record<string, string>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const body = form && new URLSearchParams(form);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(body && { method: 'POST', body }),
    });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    return response;
  };
  return {
    cookies,
    walk: async (start, loginName, until = ({ pathname }) => pathname === '/console') => {
      let url = start;
      let form: Record<string, string> | undefined;
      for (let steps = 0; steps < 20; steps++) {
        if (until(new URL(url))) return { url, status: 0, body: undefined };
        const response = await ask(url, form);
        const text = await response.text();
        const [, action] = / action="([^"]+)" method="post"/.exec(text) ?? [];
        const [, prompt] = / name="prompt" value="(\w+)"/.exec(text) ?? [];
        const location = response.headers.get('location');
        form =
          action && prompt
            ? { prompt, ...(prompt === 'login' && { login: loginName, password: 'x' }) }
            : undefined;
        const next = location ?? action;
        if (next === undefined) return { url, status: response.status, body: parsed(text) };
        url = new URL(next, url).href;
      }
      throw new Error(`Too many redirects: ${url}`);
    },
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (value === '' || /expires=Thu, 01 Jan 1970|max-age=0(;|$)/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
