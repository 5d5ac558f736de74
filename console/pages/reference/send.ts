/** Sends a request to this server and reports the response as it arrives. */
import { basePath } from '../../data/server-path.ts';
import type { Token } from '../../data/tokens/tokens.ts';
import { language } from '../../i18n/language.ts';
import type { Operation } from './document.ts';
import { fillAddress, fillHeaders, type FilledRequest } from './request.ts';

export interface Result {
  /** 0: there was no response. */
  readonly status: number;
  readonly tookMs: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly type: string;
  /** A blob URL, for bodies that are not text. */
  readonly text: string;
  readonly isCut: boolean;
  readonly blobUrl: string | undefined;
}

interface SendInput {
  readonly operation: Operation;
  readonly draft: FilledRequest;
  readonly token: Token | undefined;
}

interface Listener {
  readonly signal: AbortSignal;
  readonly onResult: (result: Result) => void;
}

/** The length at which a text is cut, because longer ones would slow the page down. */
const maxCharacters = 200_000;

export async function send(input: SendInput, { signal, onResult }: Listener): Promise<void> {
  const startedMs = performance.now();
  const none = { status: 0, headers: [], type: '', text: '', isCut: false, blobUrl: undefined };
  try {
    const response = await fetchOperation(input, signal);
    const head = {
      ...none,
      status: response.status,
      tookMs: performance.now() - startedMs,
      headers: [...response.headers],
      type: response.headers.get('content-type') ?? '',
    };
    onResult(head);
    if (/^(image|video|application\/zip)/.test(head.type))
      return onResult({ ...head, blobUrl: URL.createObjectURL(await response.blob()) });
    await readText(response, text => onResult({ ...head, ...truncateText(text) }));
  } catch (error) {
    if (!signal.aborted) onResult({ ...none, tookMs: performance.now() - startedMs, text: String(error) });
  }
}

function fetchOperation({ operation, draft, token }: SendInput, signal: AbortSignal): Promise<Response> {
  const headers = {
    'accept-language': language(),
    ...fillHeaders(operation, draft),
    ...(token && operation.needs.endsWith('key') && { 'kinora-token': token.id }),
  };
  const body = draft.body === '' ? {} : { body: draft.body };
  return fetch(`${basePath}${fillAddress(operation, draft)}`, {
    method: operation.method,
    headers,
    signal,
    ...body,
  });
}

/** An event stream continues until it is aborted, so it is reported in chunks. */
async function readText(response: Response, onResult: (text: string) => void): Promise<void> {
  if (!response.body) return;
  let text = '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += chunk.value;
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) onResult(text);
  }
  onResult(text);
}

function truncateText(text: string): { text: string; isCut: boolean } {
  const isCut = text.length > maxCharacters;
  return { text: isCut ? text.slice(0, maxCharacters) : text, isCut };
}
