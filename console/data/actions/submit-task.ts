/** Submits tasks through the public interfaces, charged to a token of the user (without its key). */
import type { RouteContract } from '../../../src/api/contract.ts';
import { ApiError, callRoute } from '../api.ts';
import type { Token } from '../tokens/tokens.ts';

/** An idempotency key. Each press of a button gets one, so that a repeated request creates nothing twice. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

export interface SubmittedTasks {
  readonly ids: readonly string[];
  /** The task waits for a prompt or a mask: see `answerModal`. */
  readonly isWaiting: boolean;
}

/** The codes of the image interface with which a task exists. */
const acceptedCodes = [1, 21, 22];

type Caller = Pick<Token, 'id'>;

/** A request and its idempotency key. */
export interface Request {
  /** The path after /mj/submit/: `imagine`, `action`, `modal`, `blend`, `describe`, `edits`, `video` … */
  readonly path: string;
  readonly body: object;
  readonly key: string;
}

/** Sends a request to the image interface. Throws ApiError if it is rejected. */
export async function submitImage(token: Caller, { path, body, key }: Request): Promise<SubmittedTasks> {
  const answer = await callRoute('POST /mj/submit/:name', {
    params: { name: path },
    body,
    headers: callerHeaders(token, key),
  });
  if (!acceptedCodes.includes(answer.code)) throw toApiError(answer);
  const { result } = answer;
  const taskIds = answer.properties['taskIds'];
  const ids = Array.isArray(taskIds) ? (taskIds as string[]) : result === null ? [] : [result].flat();
  return { ids, isWaiting: answer.code === 21 };
}

/** `maskBase64`: a data URL; white areas are generated again. */
export function answerModal(
  token: Caller,
  answer: { taskId: string; prompt?: string; maskBase64?: string },
  key: string,
): Promise<SubmittedTasks> {
  return submitImage(token, { path: 'modal', body: answer, key });
}

/**
 * `body` has the fields of POST /v1/videos, as a form if it includes files. Returns the record of the clip.
 */
export function createVideo(
  token: Pick<Token, 'id'>,
  body: object | FormData,
  key: string,
): Promise<{ id: string }> {
  return callRoute('POST /v1/videos', { body, headers: callerHeaders(token, key) });
}

function callerHeaders({ id }: Caller, key: string): Record<string, string> {
  return { 'kinora-token': id, 'idempotency-key': key };
}

/** The image interface rejects a request with a code of its own format and a description. */
function toApiError({
  code,
  description,
  properties,
}: RouteContract['POST /mj/submit/:name']['answer']): ApiError {
  const bannedWord = properties['bannedWord'];
  return new ApiError(description, {
    status: 400,
    code: code === 24 ? 'banned_word' : code === 23 ? 'queue_full' : `image_${code}`,
    ...(typeof bannedWord === 'string' && { param: bannedWord }),
  });
}
