/**
 * What the answers to submits mean, by their code. Their sentences are in the language of the server, and
 * only shown. 1, 21 and 22 name a task; 23, 24, 3, 4 and 30 say that there is none.
 */
import { reason, type Reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import type { HttpClient, HttpResponse } from '../../adapter-kit/http/http-client.ts';
import {
  paidStartFailure,
  startFailure,
  failureText,
  unfundedError,
} from '../../adapter-kit/http/http-failures.ts';
import { boundedJson } from '../../adapter-kit/http/bounded-json.ts';
import type { Dialect } from './dialects.ts';

const answerShape = z.looseObject({
  code: z.number(),
  description: z.string().nullish().catch(undefined),
  result: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).nullish().catch(undefined),
});
type Answer = z.infer<typeof answerShape>;

/** new-api answers so, with status 503, before it has asked its own upstream: no channel takes the model. */
const newApiError = z.looseObject({ error: z.looseObject({ type: z.literal('new_api_error') }) });

export interface SubmittedJob {
  /** The id of the task. */
  readonly id: string;
  /** The task waits for a prompt or a mask. */
  readonly needsModal: boolean;
}

export interface AnswerTerms {
  readonly client: HttpClient;
  readonly dialect: Dialect;
  /** The submit names a task of the upstream. */
  readonly isFollowUp: boolean;
  readonly isPaid: boolean;
}

/** How a Kinora that refuses a submit for want of money names the error. */
const noFunds = new Set(['insufficient_balance', 'token_cap_reached']);
const noFundsTexts = [
  // new-api writes an identifier as the text.
  /^quota_not_enough\b/,
  // Kinora before it named its errors. It may be behind a new-api.
  /^The balance is too low: /,
  /^余额不足：/,
  /^The request exceeds the .+ spending cap of this token: /,
  /^该令牌的消费上限（/,
];

const acceptedCodes = new Set([1, 21, 22]);

/** Throws EngineError. It is `notStarted` if the answer means that nothing was begun. */
export function readSubmitted(response: HttpResponse, terms: AnswerTerms): SubmittedJob {
  const answer = answerIn(response, terms);
  const { code, result, properties } = answer;
  if (!acceptedCodes.has(code)) throw toFailure(answer, terms);
  const id = typeof result === 'number' ? String(result) : result;
  if (typeof id !== 'string' || id === '') throw unclearError(reason('job_accepted_unnamed'));
  // 21 also means that the work exists already. new-api writes 1 instead of it.
  return { id, needsModal: properties?.['remix'] === true };
}

/** The addresses of uploaded pictures. Nothing was begun, even if something goes wrong. */
export function readUploaded(response: HttpResponse, terms: AnswerTerms): readonly string[] {
  const answer = answerIn(response, terms);
  if (answer.code !== 1) throw toFailure(answer, terms);
  const { data } = z.array(z.string()).safeParse(answer.result);
  if (data) return data;
  throw new EngineError('engine_error', reason('uploads_unnamed'), {
    notStarted: true,
  });
}

/**
 * Servers answer failures with status 200, 400 or 404 and a code. Without one, the status defines what
 * happened.
 */
function answerIn(response: HttpResponse, { client, isPaid }: AnswerTerms): Answer {
  const { status, isOk } = response;
  const value = boundedJson(response.bytes);
  const { data } = answerShape.safeParse(value);
  const isAnswer = isOk || status === 400 || status === 404;
  if (data && isAnswer) return data;
  if (isOk) throw unclearError(reason('answer_form'), failureText(response, client));
  // What the server itself answers in one of its shapes is a refusal. Anything else may come
  // from what is on the way to it.
  const isOwn = data !== undefined || newApiError.safeParse(value).success;
  throw isPaid && !isOwn ? paidStartFailure(response, client) : startFailure(response, client);
}

function toFailure(answer: Answer, { client, dialect, isFollowUp }: AnswerTerms): EngineError {
  const { code, description } = answer;
  const cause = client.clean(description ?? '') || `code ${code}`;
  const retryOptions = { retryable: true, notStarted: true, cause };
  switch (code) {
    case 3:
      if (isFollowUp)
        return new EngineError('engine_error', reason('parent_gone'), {
          notStarted: true,
          cause,
        });
      return new EngineError('engine_unavailable', reason('account_busy'), retryOptions);
    case 4:
      if (isOutOfFunds(answer)) return unfundedError(cause);
      return new EngineError('engine_rejected', reason('rejected', { said: cause }), { notStarted: true });
    case 9:
      if (dialect.codeNine === 'full')
        return new EngineError('engine_busy', reason('not_accepting'), retryOptions);
      return unclearError(reason('code_returned', { code }), cause);
    case 23:
    case 30:
      return new EngineError('engine_busy', reason('not_accepting'), retryOptions);
    case 24:
      return new EngineError('content_refused', reason('refused', { said: withWord(answer, cause) }), {
        notStarted: true,
      });
    default:
      return unclearError(reason('code_returned', { code }), cause);
  }
}

/** A Kinora names its error. Servers without such a field are recognized by their texts. */
function isOutOfFunds({ description, properties }: Answer): boolean {
  return (
    noFunds.has(String(properties?.['errorCode'])) || noFundsTexts.some(text => text.test(description ?? ''))
  );
}

/** With the word that it does not allow, if only a property names it. */
function withWord({ properties }: Answer, cause: string): string {
  const word = properties?.['bannedWord'];
  return typeof word === 'string' && !cause.includes(word) ? `${cause} (${word})` : cause;
}

/** Whether it has begun the work is unknown. */
function unclearError(reason: Reason, cause?: string): EngineError {
  return new EngineError('engine_unavailable', reason, { retryable: true, cause });
}
