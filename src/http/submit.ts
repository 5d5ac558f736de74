/** What every submitting handler is given, and the two request facts that both interfaces treat alike. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Token } from '../accounts/tokens.ts';
import type { Database } from '../db/open.ts';
import { AppError } from '../errors.ts';
import { sha256 } from '../lib/id.ts';
import type { Catalogue } from '../models/catalogue.ts';
import type { BannedWords } from '../moderation/banned-words.ts';
import type { PictureTaker } from './take-pictures.ts';

export interface SubmitParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly maxWaiting: number;
  readonly currency: string;
  readonly defaultVersion: string;
  readonly bannedWords: BannedWords;
  readonly pictures: PictureTaker;
  /** How long a task waits for its modal. */
  readonly modalSeconds: number;
  /** Where changes of a task are posted: what the client asks for, else the operator; throws AppError `field_invalid`. */
  readonly hookUrl: (asked: string | null | undefined) => string | undefined;
  /** The address, checked in its form; throws AppError `field_invalid` with the field. */
  readonly checkHook: (asked: string, param: string) => string;
  readonly defaultVideoModel: string;
}

/** Throws AppError `group_closed`: the operator took the group from the account. */
export function refuseClosed({ group, groupRules }: Token): void {
  if (!groupRules.isAllowed) throw new AppError('group_closed', { group });
}

const maxKeyLength = 255;

/** The Idempotency-Key, if there is one, and what makes two requests the same: route, what it names, and body. */
export function repeatOf(
  request: FastifyRequest,
  body: unknown,
): { idempotencyKey?: string; requestHash: string } {
  const requestHash = sha256(
    `${request.routeOptions.url} ${JSON.stringify(request.params ?? {})} ${JSON.stringify(sorted(body))}`,
  ).toString('hex');
  const key = request.headers['idempotency-key'];
  if (key === undefined || key === '') return { requestHash };
  if (typeof key !== 'string' || key.length > maxKeyLength) {
    throw new AppError('field_invalid', {
      param: 'Idempotency-Key',
      reason: `at most ${maxKeyLength} characters.`,
    });
  }
  return { idempotencyKey: key, requestHash };
}

/** The same value with its keys in order, so that their order does not make another request; files by their hash. */
function sorted(value: unknown): unknown {
  if (value instanceof Uint8Array) return createHash('sha256').update(value).digest('hex');
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
