/** What a call of the AI SDK sends, in the terms of kinora-client. */
import type { SharedV4ProviderOptions, SharedV4Warning } from '@ai-sdk/provider';
import type { Kinora } from 'kinora-client';

/** Returns a client that also sends these headers. */
export type ClientWith = (headers: Readonly<Record<string, string>>) => Kinora;

type CallHeaders = Readonly<Record<string, string | undefined>> | undefined;

/**
 * Numbers the clips of a request. The SDK splits a request into calls of one clip each and starts them in one
 * go, but tells the model nothing that they have in common. It asks for the most clips per call once per
 * request, just before, so the answer to that gives each request a task of the event loop of its own.
 */
export function openClipNumbers() {
  let count: number | undefined;
  const close = () => {
    count = undefined;
  };
  return {
    maxVideosPerCall: () =>
      new Promise<number>(resolve =>
        setTimeout(() => {
          count = 0;
          resolve(1);
          setTimeout(close);
        }),
      ),
    /**
     * Call it before anything is awaited. A request that has not asked is the calls of one synchronous run.
     */
    next: (): number => {
      if (count === undefined) queueMicrotask(close);
      count = (count ?? 0) + 1;
      return count;
    },
  };
}

/** The first call has the key of the request, and each other one a key of its own. */
export function numberedKey(key: string | undefined, number: number): string | undefined {
  return key === undefined || number === 1 ? key : `${key}:${number}`;
}

/**
 * The keys of the calls of an image model. The SDK splits a request for more than a model makes at once into
 * calls that all have the headers of the request, the same object, and starts them in one go. The first of
 * them has the key of the request, the next ones `key:2`, `key:3`: each is a task of its own, and the same
 * request once more, also at the same time, joins them all.
 */
export function openCallKeys(): (key: string | undefined, headers: CallHeaders) => string | undefined {
  const counts = new Map<CallHeaders, number>();
  return (key, headers) => {
    if (key === undefined) return undefined;
    if (counts.size === 0) queueMicrotask(() => counts.clear());
    const count = (counts.get(headers) ?? 0) + 1;
    counts.set(headers, count);
    return numberedKey(key, count);
  };
}

/** The key of a call is for its task only. Other headers go with each of its requests. */
export function splitHeaders(headers: CallHeaders): {
  readonly idempotencyKey: string | undefined;
  readonly otherHeaders: Readonly<Record<string, string>>;
} {
  const entries = Object.entries(headers ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const isKey = ([name]: readonly [string, string]) => name.toLowerCase() === 'idempotency-key';
  return {
    idempotencyKey: entries.find(isKey)?.[1],
    // A page may not set it.
    otherHeaders: Object.fromEntries(
      entries.filter(entry => !isKey(entry) && entry[0].toLowerCase() !== 'user-agent'),
    ),
  };
}

/** Fields of the request that the AI SDK has no option for. */
export function ownOptions(options: SharedV4ProviderOptions): Readonly<Record<string, unknown>> {
  return options['kinora'] ?? {};
}

type SdkFile =
  | { readonly type: 'url'; readonly url: string; readonly mediaType?: string }
  | { readonly type: 'file'; readonly mediaType: string; readonly data: string | Uint8Array };

export function toSource(file: SdkFile): string | Blob {
  if (file.type === 'url') return file.url;
  if (typeof file.data === 'string') return `data:${file.mediaType};base64,${file.data}`;
  return new Blob([file.data as Uint8Array<ArrayBuffer>], { type: file.mediaType });
}

export function unsupportedWarning(feature: string, details?: string): SharedV4Warning {
  return { type: 'unsupported', feature, ...(details !== undefined && { details }) };
}
