/**
 * The one place where a URL that Kinora did not write is fetched: pictures named in prompts, hooks of clients.
 * Who wrote it may want to reach the inner network, or to keep Kinora busy; so every hop is resolved once, all its
 * addresses are checked, and everything has an end: time, bytes, redirects, fetches at once.
 */
import dns from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { openBoundedWork } from './bounded-work.ts';
import { type CheckedRequest, parseWebUrl, type Resolve, sendChecked } from './checked-request.ts';
import { openGate } from './gate.ts';
import { openAddressCheck } from './public-address.ts';
import { type Answer, type AnswerLimits, readAnswer, readAnswerStart } from './read-answer.ts';
import { SafeFetchError } from './safe-fetch-error.ts';

export interface SafeFetchOptions {
  /** Addresses and CIDRs outside the public internet that are open all the same. Throws when one is neither. */
  readonly allowedNetworks: readonly string[];
  readonly userAgent: string;
  /** In place of the system's DNS, for tests. */
  readonly resolve?: Resolve;
}

/** Every method rejects with a SafeFetchError, and with nothing else. */
export interface SafeFetch {
  /** The body of a 2xx answer, after at most 3 redirects. */
  get(url: string, limits: GetLimits): Promise<Fetched>;
  /** The answer whatever its status; redirects are not followed. */
  post(url: string, message: PostMessage): Promise<PostAnswer>;
  /** Ends what is under way with `closed`, and refuses what comes later. */
  close(): void;
}

export interface GetLimits extends AnswerLimits {
  /** For everything together: waiting for a place, DNS, all hops, the last byte. */
  readonly timeoutMs: number;
}

export interface Fetched extends Answer {
  /** Where the last redirect led, without a fragment. */
  readonly finalUrl: string;
}

export interface PostMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly timeoutMs: number;
}

export interface PostAnswer {
  readonly status: number;
  /** At most 1 KB of what was answered, as UTF-8, for the operator's eyes. */
  readonly bodyStart: string;
}

const maxRedirects = 3;
const fetchesAtOnce = 16;
// A look-up cannot be cancelled and holds a thread of Node's pool until the system gives up.
const lookupsAtOnce = 4;

export function openSafeFetch({ allowedNetworks, userAgent, resolve = lookUp }: SafeFetchOptions): SafeFetch {
  const isAllowed = openAddressCheck(allowedNetworks);
  const fetches = openBoundedWork(fetchesAtOnce);
  const lookups = openGate(lookupsAtOnce);
  // Without compression no small answer can become a large one.
  const ownHeaders = { 'user-agent': userAgent, 'accept-encoding': 'identity' };

  function send(request: CheckedRequest): Promise<IncomingMessage> {
    return sendChecked(request, {
      isAllowed,
      resolve: host => lookups.run(request.signal, () => resolve(host)),
    });
  }

  /** Of every hop only the last is read; all are let go. */
  async function follow(start: URL, limits: GetLimits, signal: AbortSignal): Promise<Fetched> {
    const headers = { ...ownHeaders, accept: limits.types.join(', ') };
    let url = start;
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const answer = await send({ url, method: 'GET', headers, signal });
      try {
        const next = redirectOf(answer, url);
        if (!next) {
          const read = await readAnswer(answer, limits);
          // A body without a length ends with the connection, so one that the abort ended looks whole.
          signal.throwIfAborted();
          return { ...read, finalUrl: url.href };
        }
        url = next;
      } catch (error) {
        throw asFetchError(error, { url, signal });
      } finally {
        answer.destroy();
      }
    }
    throw new SafeFetchError('too_many_redirects', `There are more than ${maxRedirects} redirects.`);
  }

  return {
    async get(text, limits) {
      const url = parseWebUrl(text);
      return fetches.run(limits.timeoutMs, signal => follow(url, limits, signal));
    },
    async post(text, { headers, body, timeoutMs }) {
      const url = parseWebUrl(text);
      return fetches.run(timeoutMs, async signal => {
        const all = { ...headers, ...ownHeaders };
        const answer = await send({ url, method: 'POST', headers: all, body, signal });
        return { status: answer.statusCode ?? 0, bodyStart: await readAnswerStart(answer) };
      });
    },
    close: fetches.close,
  };
}

async function lookUp(host: string): Promise<readonly string[]> {
  return (await dns.lookup(host, { all: true })).map(({ address }) => address);
}

function redirectOf({ statusCode, headers }: IncomingMessage, url: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode ?? 0) || !headers.location) return undefined;
  // Node reads headers as Latin-1, but a path outside ASCII is sent as UTF-8.
  return parseWebUrl(Buffer.from(headers.location, 'latin1').toString('utf8'), url);
}

/** An abort and a broken connection both end the stream with an error of Node's. */
function asFetchError(error: unknown, { url, signal }: { url: URL; signal: AbortSignal }): unknown {
  if (error instanceof SafeFetchError) return error;
  if (signal.aborted) return signal.reason;
  return new SafeFetchError('unreachable', `${url.host} broke off in the middle.`, error);
}
