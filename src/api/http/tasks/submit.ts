/**
 * The dependencies of all submitting handlers, and the rules that both interfaces share:
 * closed groups and idempotency.
 */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Token } from '../../../core/accounts/tokens.ts';
import type { Database } from '../../../platform/db/open.ts';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { isMarked, viaHeader } from '../../../platform/lib/network/own-requests.ts';
import { sha256 } from '../../../platform/lib/id.ts';
import type { Catalogue } from '../../../core/catalogue/models/catalogue.ts';
import { scopedKey, scopeOfToken } from '../../../core/tasks/task-scope.ts';
import { logSubmitted } from '../../../core/tasks/submit/log-submitted.ts';
import type { SubmittedTask } from '../../../core/tasks/submit/submit-item.ts';
import type { PromptRules } from '../../../core/tasks/submit/prompt-words.ts';
import type { BannedWords } from '../../../core/moderation/banned-words.ts';
import type { ImageIngest } from '../request/image-ingest.ts';

export interface SubmitDependencies extends PromptRules {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly maxWaiting: number;
  readonly currency: string;
  readonly defaultVersion: string;
  readonly bannedWords: BannedWords;
  readonly pictures: ImageIngest;
  /** How long a task waits for its modal. */
  readonly modalSeconds: number;
  /** The webhook URL of a task: the client's, otherwise the operator's. Throws AppError `field_invalid`. */
  readonly hookUrl: (url: string | null | undefined) => string | undefined;
  /** Checks the form of a webhook URL. Throws AppError `field_invalid` with the field. */
  readonly checkHook: (url: string, param: string) => string;
  readonly defaultVideoModel: string;
  /** The mark of requests that this installation sends to its engines. */
  readonly mark: string;
}

/** Throws AppError `group_closed` if the account no longer has access to the group. */
export function rejectClosedGroup({ group, groupRules }: Token): void {
  if (!groupRules.isAllowed) throw new AppError('group_closed', { group });
}

/** Throws AppError `engine_loop` if a task of this installation has sent the request, by way of a gateway. */
export function rejectLoop(
  { mark }: Pick<SubmitDependencies, 'mark'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): void {
  if (isMarked(headers[viaHeader], mark)) throw new AppError('engine_loop');
}

/** Logs which tasks a request has created. */
export function logAllSubmitted(
  { request, token }: { readonly request: FastifyRequest; readonly token: Token },
  tasks: readonly { readonly submittedTask: SubmittedTask; readonly prompt: string }[],
): void {
  for (const { submittedTask, prompt } of tasks) {
    const { publicId: task, existed: isRepeat } = submittedTask;
    logSubmitted(request.log, { task, existed: isRepeat, token: token.id, prompt });
  }
}

const maxKeyLength = 255;

/**
 * The Idempotency-Key as it is stored, if there is one, and a hash of route, path and body,
 * which identifies the request.
 */
export function readIdempotency(
  { request, token }: { readonly request: FastifyRequest; readonly token: Token },
  body: unknown,
): { idempotencyKey?: string; requestHash: string } {
  const requestHash = hashOfRequest(request, body);
  const key = request.headers['idempotency-key'];
  if (key === undefined || key === '') return { requestHash };
  if (typeof key !== 'string' || key.length > maxKeyLength) {
    throw fieldInvalid('Idempotency-Key', 'key_long', { limit: maxKeyLength });
  }
  return { idempotencyKey: scopedKey(scopeOfToken(token), key), requestHash };
}

export function hashOfRequest({ routeOptions, params }: FastifyRequest, body: unknown): string {
  return sha256(
    `${routeOptions.url} ${JSON.stringify(params ?? {})} ${JSON.stringify(toSorted(body))}`,
  ).toString('hex');
}

/** Sorts the keys of an object, so that their order does not matter, and replaces files by their hash. */
function toSorted(value: unknown): unknown {
  if (value instanceof Uint8Array) return createHash('sha256').update(value).digest('hex');
  if (Array.isArray(value)) return value.map(toSorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, toSorted(inner)]));
}
