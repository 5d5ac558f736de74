/** A message with everything that another person needs to use a token. */

export interface MessageWords {
  readonly messageStart: { readonly image: string; readonly video: string };
  readonly messageHowImage: string;
  readonly messageHowVideo: (model: string) => string;
  readonly messageLine: (name: string, value: string) => string;
  readonly address: string;
  readonly key: string;
  readonly messageCalls: string;
  readonly messageLimit: string;
  readonly expiry: string;
}

export interface MessageFacts {
  readonly kind: 'image' | 'video';
  /** The origin under which the page was opened. */
  readonly origin: string;
  readonly key: string;
  readonly limit: string;
  readonly expires: string;
  /** The models that the token is limited to. Null means those of its group. */
  readonly models: readonly string[] | null;
  /** An example model. */
  readonly model: string;
}

/** Clients of the image interface expect the bare URL, the OpenAI client one with /v1. */
export function addressFor(kind: MessageFacts['kind'], origin: string): string {
  return kind === 'image' ? origin : `${origin}/v1`;
}

export function writeMessage(t: MessageWords, facts: MessageFacts): string {
  const { kind, origin, key, limit, expires, models, model } = facts;
  const path = kind === 'image' ? '/mj' : '/v1/videos';
  return [
    t.messageStart[kind],
    '',
    t.messageLine(t.address, addressFor(kind, origin)),
    t.messageLine(t.key, key),
    t.messageLine(t.messageCalls, models ? `${path} (${models.join(', ')})` : path),
    t.messageLine(t.messageLimit, limit),
    t.messageLine(t.expiry, expires),
    '',
    kind === 'image' ? t.messageHowImage : t.messageHowVideo(model),
  ].join('\n');
}

/** A loopback address refers to each machine itself, so others cannot reach the server by it. */
export function isOnlyHere(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(hostname);
}
