/**
 * The error in a response, in the format of either interface. The image interface reports
 * most of them in the body of a 200.
 */
import { KinoraError } from './kinora-error.ts';
import { versionHint } from './version.ts';

/** The only codes of the image interface with which a task exists. */
const acceptedCodes = [1, 21, 22];
/** The codes of a busy server and of an error of the server. */
const transientCodes = [23, 9];

interface ErrorBody {
  readonly code?: number;
  readonly description?: string;
  readonly properties?: { readonly errorCode?: string };
  readonly error?: { readonly message?: string; readonly code?: string; readonly param?: string | null };
}

export async function readError(request: Request, response: Response): Promise<KinoraError | undefined> {
  if (response.ok || response.status === 304)
    return reportsInBody(request) ? rejectionIn(response) : undefined;
  const body = await readErrorBody(response);
  const code = body?.error?.code ?? body?.properties?.errorCode ?? (body ? 'error' : 'bad_response');
  const isOther = ['route_unknown', 'method_not_allowed', 'field_unknown', 'bad_response'].includes(code);
  const hint = isOther ? versionHint(response.headers.get('x-kinora-version')) : '';
  const text = body?.error?.message ?? body?.description ?? `The response has status ${response.status}.`;
  return new KinoraError(`${text}${hint}`, {
    ...errorDetails(response),
    code,
    param: body?.error?.param ?? undefined,
    isRetryable: [408, 429, 500, 502, 503, 504].includes(response.status),
  });
}

function reportsInBody({ method, url }: Request): boolean {
  return (
    /\/mj\/submit\//.test(url) || (/\/mj\/task\/[^/]+\/(cancel|image-seed)$/.test(url) && method !== 'HEAD')
  );
}

async function rejectionIn(response: Response): Promise<KinoraError | undefined> {
  const body = await readErrorBody(response.clone());
  if (!body || acceptedCodes.includes(body.code ?? 1)) return undefined;
  return new KinoraError(body.description ?? '', {
    ...errorDetails(response),
    code: body.properties?.errorCode ?? 'error',
    isRetryable: transientCodes.includes(body.code ?? 0),
  });
}

function errorDetails({ status, headers }: Response) {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10);
  return {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: seconds >= 0 ? Math.min(seconds, 30) * 1000 : undefined,
  };
}

/** Returns undefined if the body is not JSON, such as a page of a proxy. */
async function readErrorBody(response: Response): Promise<ErrorBody | undefined> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}
