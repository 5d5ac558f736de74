/** Requests to this server, sent with the session cookie and in the language of the Console. */
import type {
  AnswerOf,
  InputOf,
  LineOf,
  ListName,
  ProcedureName,
} from '../../src/api/procedures/table/contract.ts';
import type { RouteContract } from '../../src/api/contract.ts';
import { language } from '../i18n/language.ts';
import { basePath } from './server-path.ts';

/** A request that failed, with a message to show to the user. */
export class ApiError extends Error {
  readonly status: number;
  /** A code of the server's error table, or `unreachable` if there was no response. */
  readonly code: string;
  /** The parameter that caused the error. */
  readonly param: string | undefined;
  /** The delay before a retry, if the server sent one. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    details: {
      status: number;
      code: string;
      param?: string | undefined;
      retryAfterSeconds?: number | undefined;
    },
  ) {
    super(message);
    this.status = details.status;
    this.code = details.code;
    this.param = details.param;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** Whether the request may have been carried out, because no definite response arrived. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

export type Values = Readonly<
  Record<string, string | number | boolean | readonly string[] | null | undefined>
>;

/** Appends a query to `path`. Undefined, null and empty values are omitted; lists are joined with commas. */
export function withQuery(path: string, values: Values = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
    if (text !== '') query.set(name, text);
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

type RouteName = keyof RouteContract;

interface RouteCall<Name extends RouteName> {
  /** The values of `:name` in the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Values;
  readonly body?: RouteContract[Name] extends { body: infer Body } ? Body : undefined;
  /** Headers of an interface, such as `kinora-token` and `idempotency-key`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Calls a route that is not a procedure: `callRoute('POST /v1/videos/:id/remix', { params: { id
 * }, body })`. Throws ApiError.
 */
export function callRoute<Name extends RouteName>(
  route: Name,
  { params = {}, query = {}, body, headers = {} }: RouteCall<Name> = {},
): Promise<RouteContract[Name]['answer']> {
  const [method = '', path = ''] = route.split(' ');
  const filledPath = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return send(method, withQuery(`${basePath}${filledPath}`, query), {
    body: body ?? (method === 'POST' ? {} : undefined),
    headers,
  });
}

/** Calls a procedure that only reads: `readProcedure('task show', { task })`. */
export function readProcedure<Name extends ProcedureName>(
  procedure: Name,
  values?: QueryOf<Name>,
): Promise<AnswerOf<Name>> {
  return send('GET', withQuery(procedurePath(procedure), values as Values));
}

/** The records of a procedure that returns a list. */
export async function list<Name extends ListName>(
  procedure: Name,
  values?: QueryOf<Name>,
): Promise<readonly LineOf<Name>[]> {
  // A list procedure returns its records under `data` (contract.ts).
  const answer = (await readProcedure(procedure, values)) as { readonly data: readonly LineOf<Name>[] };
  return answer.data;
}

/** Calls a procedure that changes something. */
export function callProcedure<Name extends ProcedureName>(
  procedure: Name,
  input: InputOf<Name>,
): Promise<AnswerOf<Name>> {
  return send('POST', procedurePath(procedure), { body: input });
}

/**
 * Values that are undefined, null or empty are omitted from the query. Inputs of reading procedures have only
 * types that a query can hold.
 */
type QueryOf<Name extends ProcedureName> = {
  readonly [Field in keyof InputOf<Name>]: InputOf<Name>[Field] | null | undefined;
};

export function procedurePath(procedure: ProcedureName): string {
  return `${basePath}/api/${procedure.replace(' ', '.')}`;
}

async function send<Answer>(
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
    const texts = method === 'GET' ? unreachable : unknownOutcome;
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
/** The request may have been carried out, with only the response lost. */
const unknownOutcome = {
  en: 'The server did not respond, so it is unknown whether the request was carried out. Check before you try again.',
  zh: '服务器没有响应，无法确定此操作是否已完成。请先查看，再重试。',
};

/**
 * Errors of the Console and of the video interface have `error`, those of the image interface `description`.
 */
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
