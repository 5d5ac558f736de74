/**
 * Polls that repeat: the same request, header for header, gets the same bytes, from before the router. A reply is kept
 * only while the record it shows is (records.ts), and all are dropped when a token changes, so nobody is told what the
 * routes would not tell. Why: decisions/004.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';

export interface KeptReplies {
  /** Answers, if this very request was answered before and nothing has changed; false: nothing was sent. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** Keeps the 200 that is being sent for a task's record. */
  keep(publicId: string, request: IncomingMessage, reply: KeptReply): void;
  /** What this request is answered is not to be kept. */
  leaveOut(request: IncomingMessage): void;
  /** The task changed. */
  forget(publicId: string): void;
  /** Anything may have changed: tokens, or announcements were missed. */
  clear(): void;
}

export interface KeptReply {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
}

const keptBytes = 64 * 1024 * 1024;

export function openKeptReplies(): KeptReplies {
  const keysOf = new Map<string, Set<string>>();
  /** A reply to a request from before the last clear is what the routes might not tell any more. */
  const began = new WeakMap<IncomingMessage, number>();
  let generation = 0;
  const kept = new LRUCache<string, KeptReply & { readonly publicId: string }>({
    maxSize: keptBytes,
    sizeCalculation: ({ body }, key) => (body.length + key.length) * 2 + 500,
    dispose: ({ publicId }, key) => {
      const keys = keysOf.get(publicId);
      keys?.delete(key);
      if (keys?.size === 0) keysOf.delete(publicId);
    },
  });
  return {
    answer: (request, response) => {
      if (request.method !== 'GET') return false;
      const reply = kept.get(identityOf(request));
      if (!reply) {
        began.set(request, generation);
        return false;
      }
      response.writeHead(200, reply.headers);
      response.end(reply.body);
      return true;
    },
    keep: (publicId, request, reply) => {
      if (began.get(request) !== generation) return;
      const key = identityOf(request);
      const keys = keysOf.get(publicId) ?? new Set();
      keysOf.set(publicId, keys.add(key));
      kept.set(key, { ...reply, publicId });
    },
    leaveOut: request => began.delete(request),
    forget: publicId => {
      for (const key of Array.from(keysOf.get(publicId) ?? [])) kept.delete(key);
    },
    clear: () => {
      generation++;
      kept.clear();
    },
  };
}

/** Everything of a request that an answer can depend on: who asks, for what, by which address, in which language. */
function identityOf({ url, headers, socket }: IncomingMessage): string {
  const proxied = headers['x-forwarded-for'] ?? headers['x-forwarded-host'] ?? headers['x-forwarded-proto'];
  const via =
    proxied === undefined
      ? socket.remoteAddress
      : `${socket.remoteAddress} ${headers['x-forwarded-host']} ${headers['x-forwarded-proto']} ${headers['x-forwarded-for']}`;
  return `${url}\n${headers.host}\n${headers.authorization}\n${headers['mj-api-secret']}\n${headers['accept-language']}\n${headers['if-none-match']}\n${headers.origin}\n${via}`;
}
