/**
 * Answers repeated polls before the router: the same request with the same headers gets the same bytes. A response is kept
 * only while its record is (record-cache.ts), and all are dropped when a token changes, so nobody gets a response that the
 * routes would not give. Why: decisions/004.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { ChangeFeed } from '../../db/change-feed.ts';
import type { Hints } from '../../db/hints.ts';
import type { Notifications } from '../../db/notifications.ts';

export interface ResponseCache {
  /** Sends the cached response of an identical request. Returns false, and sends nothing, if there is none. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** Stores a response of status 200 with the record of a task. */
  keep(publicId: string, request: IncomingMessage, reply: CachedResponse): void;
  /** Prevents the response to this request from being stored. */
  leaveOut(request: IncomingMessage): void;
  /** Drops the responses of a task that changed. */
  forget(publicId: string): void;
  /** Anything may have changed, such as what a token may see. */
  clear(): void;
}

export interface CachedResponse {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
}

const keptBytes = 64 * 1024 * 1024;

export interface ResponseCacheParts {
  /** Responses are given out only while it is fresh. */
  readonly changes: Pick<ChangeFeed, 'isFresh'>;
  /** They say when a token changes. While they are missed, nothing is kept. */
  readonly notifications: Notifications;
  readonly hints: Pick<Hints, 'on'>;
}

export function openResponseCache({ changes, notifications, hints }: ResponseCacheParts): ResponseCache {
  const keysOf = new Map<string, Set<string>>();
  /** When requests began: a response to a request from before the last `clear` may be outdated and is not stored. */
  const began = new WeakMap<IncomingMessage, number>();
  let generation = 0;
  let isListening = false;
  const kept = new LRUCache<string, CachedResponse & { readonly publicId: string }>({
    maxSize: keptBytes,
    sizeCalculation: ({ body }, key) => (body.length + key.length) * 2 + 500,
    dispose: ({ publicId }, key) => {
      const keys = keysOf.get(publicId);
      keys?.delete(key);
      if (keys?.size === 0) keysOf.delete(publicId);
    },
  });
  const clear = () => {
    generation++;
    kept.clear();
  };
  notifications.on('kinora_token', clear);
  hints.on('tokens', clear);
  notifications.onListening(now => {
    isListening = now;
    clear();
  });
  return {
    answer: (request, response) => {
      if (request.method !== 'GET') return false;
      const reply = kept.get(identityOf(request));
      if (!reply || !changes.isFresh()) {
        began.set(request, generation);
        return false;
      }
      response.writeHead(200, reply.headers);
      response.end(reply.body);
      return true;
    },
    keep: (publicId, request, reply) => {
      if (!isListening || began.get(request) !== generation) return;
      const key = identityOf(request);
      // First: the response that it replaces takes its key with it.
      kept.set(key, { ...reply, publicId });
      const keys = keysOf.get(publicId) ?? new Set();
      keysOf.set(publicId, keys.add(key));
    },
    leaveOut: request => began.delete(request),
    forget: publicId => {
      for (const key of Array.from(keysOf.get(publicId) ?? [])) kept.delete(key);
    },
    clear,
  };
}

/** Everything in a request that its response can depend on: caller, path, address and language. */
function identityOf({ url, headers, socket }: IncomingMessage): string {
  const proxied = headers['x-forwarded-for'] ?? headers['x-forwarded-host'] ?? headers['x-forwarded-proto'];
  const via =
    proxied === undefined
      ? socket.remoteAddress
      : `${socket.remoteAddress} ${headers['x-forwarded-host']} ${headers['x-forwarded-proto']} ${headers['x-forwarded-for']}`;
  return `${url}\n${headers.host}\n${headers.authorization}\n${headers['mj-api-secret']}\n${headers['accept-language']}\n${headers['if-none-match']}\n${headers.origin}\n${via}`;
}
