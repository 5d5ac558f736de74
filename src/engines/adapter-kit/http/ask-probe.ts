/**
 * Sends a request that only one kind of program answers in the right form, and reports if another program is
 * at the address. Only operators see its errors.
 */
import { maxListBytes } from './answer-limits.ts';
import { reason, type Reason } from '@kinora/shared/errors/reason';
import type { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import { boundedJson } from './bounded-json.ts';
import type { HttpClient, HttpResponse } from './http-client.ts';
import { refusalReason, failureText } from './http-failures.ts';

export interface ProbeQuestion<Shape extends z.ZodType> {
  readonly path: string;
  readonly shape: Shape;
  /** The name of the program with its article, such as `an A1111 server`. */
  readonly program: string;
  /** The advice to the operator if another program answers. */
  readonly advice: Reason;
  readonly signal: AbortSignal;
  readonly maxBytes?: number;
  /** Reads the failure of an error answer. Returns undefined if its status is enough. */
  toFailure?(answer: HttpResponse): EngineError | undefined;
}

/** The answer of a URL that responds, but not like the program. */
export const somethingElse = { answer: 'something else', answerZh: '其他内容' };

/** Statuses of a server that does not have the path. The right program fails with other statuses. */
const absentStatuses = [301, 302, 307, 308, 404, 405, 410, 501];

export async function askProbe<Shape extends z.ZodType>(
  client: HttpClient,
  question: ProbeQuestion<Shape>,
): Promise<z.infer<Shape>> {
  const { path, shape, program, advice, signal, maxBytes = maxListBytes } = question;
  const response = await client.send({ path, signal, maxBytes });
  const { status, isOk, bytes } = response;
  const failure = isOk ? undefined : question.toFailure?.(response);
  if (failure) throw failure;
  if (status === 401 || status === 403) throw new EngineError('engine_unauthorized', refusalReason(client));
  const parsed = isOk ? shape.safeParse(boundedJson(bytes)) : undefined;
  if (parsed?.success) return parsed.data;
  if (!isOk && !absentStatuses.includes(status))
    throw new EngineError(
      'engine_error',
      reason('status_returned', { status, said: failureText(response, client) }),
    );
  const answerDetails = isOk ? somethingElse : { answer: status };
  throw new EngineError('engine_error', reason('url_other', { program, path, advice, ...answerDetails }), {
    cause: parsed?.error,
  });
}
