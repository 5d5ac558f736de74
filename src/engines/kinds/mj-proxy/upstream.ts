/** The requests to one server: submit, fetch, cancel. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import type { EngineInput } from '../../contract/engine-input.ts';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import { type HttpClient, type HttpResponse, openHttpClient } from '../../adapter-kit/http/http-client.ts';
import { hasNoList, openListedRecords } from '../../adapter-kit/answers/listed-records.ts';
import { stepFailure } from '../../adapter-kit/http/http-failures.ts';
import { boundedJson } from '../../adapter-kit/http/bounded-json.ts';
import { type Dialect, dialects } from './dialects.ts';
import { recordShape, type UpstreamRecord } from './record.ts';
import type { MjProxySettings } from './settings.ts';
import { type AnswerTerms, type SubmittedJob, readSubmitted, readUploaded } from './submit-answer.ts';
import { dataUrl } from './submits.ts';

export interface SubmitRequest {
  /** The path after `/submit/`. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Unique per submit. Servers that know keys return the same task for a repeat. */
  readonly key: string;
  readonly signal: AbortSignal;
}

export interface Upstream {
  readonly dialect: Dialect;
  readonly client: HttpClient;
  /** The address without `/mj`. */
  readonly url: string;
  /** Throws EngineError as `submit-answer.ts` describes. */
  submit(request: SubmitRequest): Promise<SubmittedJob>;
  /** Addresses that prompts can name, in order. */
  upload(pictures: readonly EngineInput[], signal: AbortSignal): Promise<readonly string[]>;
  /** Returns undefined if it does not know the task, and reports that itself. Throws EngineError. */
  record(id: string, signal: AbortSignal): Promise<UpstreamRecord | undefined>;
  /** Safe to repeat, also for tasks that have ended or are unknown. */
  cancel(id: string, signal: AbortSignal): Promise<void>;
  /** The answer to a request for a task that cannot exist: only the key decides about it. */
  sendProbe(signal: AbortSignal): Promise<HttpResponse>;
}

/**
 * The time for a submit. It is within the time of a call, so that its task is known before the call is given
 * up. A modal may follow.
 */
const submitTimeoutMs = 27_000;
/** Pictures in JSON, and the records of many accounts. */
const maxAnswerBytes = 4 * 1024 * 1024;
/** A line break, as Java counts them. */
const lineBreak = /[\n\r\u0085\u2028\u2029]/;
const listPath = '/mj/task/list-by-condition';
const listShape = z.array(recordShape);

export function openUpstream({ url = '', secret, settings }: InstanceAccess): Upstream {
  const { dialect: name, mode, paid: isPaid } = settings as MjProxySettings;
  const dialect = dialects[name];
  // Operators enter the address with or without it.
  const base = url.replace(/\/mj$/, '');
  const client = openHttpClient({
    url: base,
    secret,
    ...(dialect.secretIn === 'mj-api-secret' && { credentials: secretHeader }),
  });
  const prefix = dialect.hasModes && mode !== 'default' ? `/mj-${mode}/mj` : '/mj';
  const send = ({ path, body, key, signal }: SubmitRequest) =>
    client.send({
      path: `${prefix}/submit/${path}`,
      body: dialect.keepsLines ? body : withOneLine(body),
      signal,
      ...(dialect.knowsKey && { headers: { 'idempotency-key': key } }),
      timeoutMs: submitTimeoutMs,
      maxBytes: maxAnswerBytes,
    });
  const answerTerms = (body: SubmitRequest['body']): AnswerTerms => ({
    client,
    dialect,
    isFollowUp: body['taskId'] !== undefined,
    isPaid,
  });
  const list = async (ids: readonly string[], signal: AbortSignal) => {
    const response = await client.send({ path: listPath, body: { ids }, signal, maxBytes: maxAnswerBytes });
    if (hasNoList(response)) return undefined;
    return readAnswer(response, { client, shape: listShape });
  };
  const fetchPath = (id: string) => `/mj/task/${encodeURIComponent(id)}/fetch`;
  const readOne = async (id: string, signal: AbortSignal) => {
    const response = await client.send({ path: fetchPath(id), signal, maxBytes: maxAnswerBytes });
    if (isUnknownTaskAnswer(response, dialect)) return undefined;
    // What is on the way may answer nothing, too. Its list is never nothing: it shows that the server
    // itself does not know the task.
    if (isEmpty(response)) return (await listRecords([id], signal)).find(record => record.id === id);
    return readAnswer(response, { client, shape: recordShape });
  };
  const listRecords = async (ids: readonly string[], signal: AbortSignal) => {
    const records = await list(ids, signal);
    if (records) return records;
    throw new EngineError('engine_unavailable', reason('answer_form'), { retryable: true });
  };
  return {
    dialect,
    client,
    url: base,
    submit: async request => readSubmitted(await send(request), answerTerms(request.body)),
    async upload(pictures, signal) {
      const body = { base64Array: pictures.map(dataUrl) };
      const request = { path: 'upload-discord-images', body, key: '', signal };
      try {
        return readUploaded(await send(request), answerTerms(body));
      } catch (error) {
        throw asNotStarted(error);
      }
    },
    record: openListedRecords({ readOne, list }),
    async cancel(id, signal) {
      if (dialect.cancels === 'none') return;
      await client.send({ method: 'POST', path: `/mj/task/${encodeURIComponent(id)}/cancel`, signal });
    },
    sendProbe: signal => client.send({ path: fetchPath('0'), signal, maxBytes: maxAnswerBytes }),
  };
}

/** To Midjourney, a line break in a prompt is a space. */
function withOneLine(body: SubmitRequest['body']): SubmitRequest['body'] {
  const { prompt } = body;
  if (typeof prompt !== 'string' || !lineBreak.test(prompt)) return body;
  const lines = prompt.split(lineBreak).map(line => line.trim());
  return { ...body, prompt: lines.filter(Boolean).join(' ') };
}

function secretHeader(secret: string): Readonly<Record<string, string>> {
  return { 'mj-api-secret': secret };
}

/** A failed upload of a reference is no start of the work. */
function asNotStarted(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  const { code, reason: why, cause, retryable } = error;
  return new EngineError(code, why, { retryable, notStarted: true, cause });
}

function readAnswer<Shape extends z.ZodType>(
  response: HttpResponse,
  { client, shape }: { readonly client: HttpClient; readonly shape: Shape },
): z.infer<Shape> {
  if (!response.isOk) throw stepFailure(response, client);
  const { data, error } = shape.safeParse(boundedJson(response.bytes));
  if (data !== undefined) return data;
  throw new EngineError('engine_unavailable', reason('answer_form'), { retryable: true, cause: error });
}

/**
 * Whether the answer to a request for a record has the code with which a server
 * says that there is no such task.
 */
export function isUnknownTaskAnswer({ status, bytes }: HttpResponse, { unknownTask }: Dialect): boolean {
  const code = codeIn(bytes);
  if (status === 404 || status === 410) return code === 3;
  return unknownTask === 'code 4' && status === 400 && code === 4;
}

/** Whether it is the answer of novicezk or trueai to a request for a task that they do not know. */
export function isEmpty({ isOk, bytes }: HttpResponse): boolean {
  const text = Buffer.from(bytes.subarray(0, 16)).toString('utf8').trim();
  return isOk && (text === '' || text === 'null');
}

function codeIn(bytes: Uint8Array): unknown {
  const value = boundedJson(bytes);
  return typeof value === 'object' && value !== null && 'code' in value ? value.code : undefined;
}
