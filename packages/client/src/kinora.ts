/** The client: both interfaces of a Kinora server, each with the token of its group. */
import { Images } from './images/images.ts';
import { KinoraError } from './http/kinora-error.ts';
import { openTransport, type Answer, type Transport } from './http/transport.ts';
import { Videos } from './videos/videos.ts';
import { verifyWebhook, type WebhookMessage } from './http/webhooks.ts';

export interface KinoraOptions {
  /** Default: `KINORA_URL`, otherwise http://127.0.0.1:4040. */
  readonly baseUrl?: string | undefined;
  /** The key of a token for images. Default: `KINORA_IMAGE_TOKEN`. */
  readonly imageToken?: string | undefined;
  /** The key of a token for clips. Default: `KINORA_VIDEO_TOKEN`. */
  readonly videoToken?: string | undefined;
  /** The language of messages. Default: English. */
  readonly language?: 'en' | 'zh' | undefined;
  /** Sent with each request, for example by a proxy of yours. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** How often a request is repeated if the server is busy. Default: 2. */
  readonly maxRetries?: number | undefined;
  /**
   * How long a request is repeated while a server that has answered before cannot be
   * reached. Default: 120 seconds.
   */
  readonly patienceSeconds?: number | undefined;
  /**
   * How long one request may take, each time that it is sent. Waiting for a task is many
   * requests. Default: 120 seconds.
   */
  readonly timeoutSeconds?: number | undefined;
  /** Allows tokens in a page, where every visitor can read them. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}

export type Balance = Answer<'/v1/balance', 'get'>;

export class Kinora {
  readonly images: Images;
  readonly videos: Videos;
  readonly #transport: Transport;

  constructor(options: KinoraOptions = {}) {
    const imageToken = options.imageToken ?? setting('KINORA_IMAGE_TOKEN');
    const videoToken = options.videoToken ?? setting('KINORA_VIDEO_TOKEN');
    if ((imageToken || videoToken) && !options.dangerouslyAllowBrowser) rejectBrowser();
    const openWithToken = (token: string | undefined) =>
      openTransport({ ...transportOptions(options), token });
    const image = openWithToken(imageToken);
    const video = openWithToken(videoToken);
    this.images = new Images(image);
    this.videos = new Videos(video);
    this.#transport = imageToken ? image : video;
  }

  /**
   * Returns what the account has, and what the token may spend. With both tokens, it is the token for images.
   */
  async balance(): Promise<Balance> {
    return this.#transport.get('/v1/balance');
  }

  /** Messages to webhooks. */
  readonly webhooks = {
    /**
     * Returns the parsed body. Rejects with KinoraError `webhook_invalid` unless the message is
     * signed with the secret and recent.
     */
    verify: <Body = unknown>(message: WebhookMessage): Promise<Body> => verifyWebhook<Body>(message),
  };
}

const twoMinutes = 120;

function transportOptions(options: KinoraOptions) {
  const { baseUrl, language, headers, maxRetries = 2 } = options;
  const { patienceSeconds = twoMinutes, timeoutSeconds = twoMinutes } = options;
  const address = baseUrl ?? setting('KINORA_URL') ?? 'http://127.0.0.1:4040';
  return {
    // The address may end with the path that other clients of the interfaces need.
    baseUrl: address.replace(/\/+$/, '').replace(/\/(?:v1|mj)$/, ''),
    headers: { ...(language && { 'accept-language': language }), ...headers },
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    maxRetries,
    patienceMs: patienceSeconds * 1000,
    timeoutMs: timeoutSeconds * 1000,
  } satisfies Partial<Parameters<typeof openTransport>[0]>;
}

/** Absent in a page. */
function setting(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Readonly<Record<string, string | undefined>> } };
  return process?.env?.[name] || undefined;
}

function rejectBrowser(): void {
  const { document } = globalThis as { document?: unknown };
  if (document === undefined) return;
  throw new KinoraError(
    'Every visitor of a page can read its token. Let a server of yours add it, or set dangerouslyAllowBrowser if it may be public.',
    { code: 'browser_token', status: 0 },
  );
}
