/** Requests to this server, each with the session's cookie and in the language of the Console. */
import type { AnswerOf, InputOf, LineOf, ListName, ProcedureName } from '../../src/procedures/contract.ts';
import { language } from '../i18n/language.ts';

/** What the server refused, in words for people. */
export class ApiError extends Error {
  readonly status: number;
  /** From the server's table of codes; `unreachable`: there was no answer. */
  readonly code: string;
  /** The field at fault. */
  readonly param: string | undefined;
  /** How long to wait, where the server says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    about: {
      status: number;
      code: string;
      param?: string | undefined;
      retryAfterSeconds?: number | undefined;
    },
  ) {
    super(message);
    this.status = about.status;
    this.code = about.code;
    this.param = about.param;
    this.retryAfterSeconds = about.retryAfterSeconds;
  }
}

/** What was asked may have been done though nobody said so. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

export type Values = Readonly<
  Record<string, string | number | boolean | readonly string[] | null | undefined>
>;

/** `path` with a query; what is undefined, null or empty is left out, a list goes with commas. */
export function withQuery(path: string, values: Values = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
    if (text !== '') query.set(name, text);
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Throws ApiError. */
export async function get<Answer>(path: string, values?: Values): Promise<Answer> {
  return ask<Answer>('GET', withQuery(path, values));
}

/** Throws ApiError. `headers`: of an interface, as `kinora-token` and `idempotency-key`. */
export async function post<Answer>(
  path: string,
  body: unknown = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return ask<Answer>('POST', path, { body, headers });
}

/** A procedure that only reads: `readProcedure('task show', { task })`. */
export function readProcedure<Name extends ProcedureName>(
  procedure: Name,
  values?: QueryOf<Name>,
): Promise<AnswerOf<Name>> {
  return get(pathOf(procedure), values as Values);
}

/** The lines of a procedure that answers with a list. */
export async function list<Name extends ListName>(
  procedure: Name,
  values?: QueryOf<Name>,
): Promise<readonly LineOf<Name>[]> {
  // A list procedure's answer has its lines under `data` (contract.ts).
  const answer = (await readProcedure(procedure, values)) as { readonly data: readonly LineOf<Name>[] };
  return answer.data;
}

/** A procedure that changes something. */
export function callProcedure<Name extends ProcedureName>(
  procedure: Name,
  input: InputOf<Name>,
): Promise<AnswerOf<Name>> {
  return post(pathOf(procedure), input);
}

/** What is undefined, null or empty is left out of a query. Fields that are read are all of the types that a query can hold. */
type QueryOf<Name extends ProcedureName> = {
  readonly [Field in keyof InputOf<Name>]: InputOf<Name>[Field] | null | undefined;
};

export function pathOf(procedure: ProcedureName): string {
  return `/api/${procedure.replace(' ', '.')}`;
}

export async function ask<Answer>(
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const isForm = body instanceof FormData;
  const type: Record<string, string> =
    body === undefined || isForm ? {} : { 'content-type': 'application/json' };
  const response = await fetch(path, {
    method,
    headers: { 'accept-language': language(), ...type, ...headers },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    const texts = method === 'GET' ? unreachable : unknownWhetherDone;
    throw new ApiError(texts[language()], { status: 0, code: 'unreachable', param: String(cause) });
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer as Answer;
  throw toError(response, answer);
}

const unreachable = {
  en: 'The server does not respond. Try again.',
  zh: '服务器没有响应。请重试。',
};
/** The request may have arrived, and only its answer been lost. */
const unknownWhetherDone = {
  en: 'The server did not respond, so it is unknown whether the request was carried out. Check before you try again.',
  zh: '服务器没有响应，无法确定此操作是否已完成。请先查看，再重试。',
};

/** The Console's and the video interface's errors have `error`, the image interface's `description`. */
function toError({ status, headers }: Response, answer: unknown): ApiError {
  const { error, description } = (answer ?? {}) as {
    error?: { message?: string; code?: string; param?: string | null };
    description?: string;
  };
  const message = error?.message ?? description ?? `HTTP ${status}`;
  return new ApiError(message, {
    status,
    code: error?.code ?? 'unknown',
    param: error?.param ?? undefined,
    retryAfterSeconds: Number(headers.get('retry-after')) || undefined,
  });
}
