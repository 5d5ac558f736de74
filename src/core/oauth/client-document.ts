/**
 * Clients whose id is the address of their metadata document (draft-ietf-oauth-client-id-metadata-document).
 * It is fetched only for a user who is signed in, by the fetch that reaches no private address, and a
 * document that is not valid is not kept.
 */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import { reason, reasonTexts, type Reason } from '@kinora/shared/errors/reason';
import { issueReason, parseInput } from '../../platform/errors/issue-reason.ts';
import type { SafeFetch } from '../../platform/lib/network/safe-fetch.ts';
import { SafeFetchError } from '../../platform/lib/network/safe-fetch-error.ts';
import { clientMetadata, clientName, type OAuthClient } from './client.ts';

const maxBytes = 10 * 1024;
const timeoutMs = 5_000;
const keptMs = 600_000;
const maxKept = 500;

const clientDocument = clientMetadata.extend({
  client_id: z.string(),
  client_name: z.string().max(1000),
  // A document that everybody can read contains no secret that would prove anything.
  client_secret: z.undefined().optional(),
});

export interface ClientDocuments {
  /** Throws AppError `oauth_document_unusable`. */
  find(id: string, accountId: string): Promise<OAuthClient>;
}

export function openClientDocuments({ get }: Pick<SafeFetch, 'get'>): ClientDocuments {
  const clients = new LRUCache<string, OAuthClient>({ max: maxKept, ttl: keptMs });
  return {
    find: async (id, accountId) => {
      const cachedClient = clients.get(id);
      if (cachedClient) return cachedClient;
      const client = await readDocument(get, id, accountId);
      clients.set(id, client);
      return client;
    },
  };
}

/** Whether an id is the address of a document. */
export function isDocumentAddress(id: string): boolean {
  return /^https:\/\//i.test(id);
}

async function readDocument(get: SafeFetch['get'], id: string, accountId: string): Promise<OAuthClient> {
  const url = URL.parse(id);
  // The address as its parser writes it: without dots in its path, and not only a host.
  if (!url || url.href !== id || url.hash !== '' || url.username !== '' || url.pathname === '/')
    throw unusable(id, reason('oauth_client_address'));
  const { bytes } = await fetchDocument(get, id, accountId);
  const read = parseInput(clientDocument, parsedJson(bytes));
  if (!read.success) {
    const [issue] = read.error.issues;
    const detail = issueReason(issue, clientDocument);
    throw unusable(
      id,
      reason('oauth_document_field', { field: issue?.path.join('.') || 'JSON', said: detail }),
    );
  }
  if (read.data.client_id !== id) throw unusable(id, reason('oauth_document_of_another'));
  return { id, name: clientName(read.data, url.host), redirectUris: read.data.redirect_uris };
}

async function fetchDocument(get: SafeFetch['get'], id: string, accountId: string) {
  try {
    return await get(id, { maxBytes, timeoutMs, accountId, maxRedirects: 0, types: ['application/*'] });
  } catch (error) {
    if (error instanceof SafeFetchError) throw unusable(id, error.reason, error);
    throw error;
  }
}

function parsedJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function unusable(address: string, reason: Reason, cause?: unknown): AppError {
  return new AppError('oauth_document_unusable', { address, ...reasonTexts(reason) }, cause);
}
