/**
 * The WebSocket to a ComfyUI server: progress and previews of the prompts that this process follows.
 * One socket for all of them, which is opened again when it breaks. It is only ever a hint: what
 * became of a prompt is asked over HTTP.
 */
import { backgroundSleep, type Clock, systemClock } from '@kinora/shared/clock';
import type { Graph } from '../workflow/read-workflow.ts';
import { featureFlags, type LiveEvent, readLiveFrame, readLiveText } from './live-events.ts';
import { PromptWatch } from './prompt-watch.ts';

export interface LiveFeedOptions {
  /** Base URL of the server. */
  readonly url: string;
  readonly secret: string | undefined;
  /** Unique to this process: the server sends the events of a client to its newest socket only. */
  readonly clientId: string;
  readonly clock?: Pick<Clock, 'now'>;
}

/** Node's own takes headers, which the type of browsers does not know. Redirects are not followed. */
const NodeWebSocket = WebSocket as unknown as new (
  url: string,
  options: { readonly headers: Readonly<Record<string, string>> },
) => WebSocket;

const connectTimeoutMs = 5_000;
const firstDelayMs = 250;
const maxDelayMs = 10_000;
/**
 * A connection can vanish without a word. Loading a model is silent for as long, and costs a new socket then.
 */
const maxSilenceMs = 30_000;
/** Prompts that are no longer asked for are forgotten, the oldest first. */
const maxWatches = 500;

export class LiveFeed {
  readonly #options: LiveFeedOptions;
  readonly #watches = new Map<string, PromptWatch>();
  readonly #clock: Pick<Clock, 'now'>;
  #socket: WebSocket | undefined;
  /** When the socket was opened, or told something. */
  #heardMs = 0;
  #connectionLoss = Promise.withResolvers<void>();
  #opening: Promise<void> | undefined;
  /** The prompt that ran last, for previews that do not name theirs. */
  #running: string | undefined;
  #isClosed = false;

  constructor(options: LiveFeedOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Waits until the socket is open, but not for long: without it, there are no previews,
   * and nothing else is missing.
   */
  async open(): Promise<void> {
    if (this.isOpen || this.#isClosed) return;
    this.#opening ??= this.#keepOpen();
    await this.#opening;
  }

  /**
   * Call this while the server works on a prompt of this process: a socket that reports
   * nothing of it for long is replaced.
   */
  expectNews(): void {
    if (!this.isOpen || this.#clock.now() - this.#heardMs <= maxSilenceMs) return;
    const socket = this.#socket;
    this.#socket = undefined;
    // Its peer may be gone, and never agree to the end.
    this.#connectionLoss.resolve();
    socket?.close();
  }

  /** Must be called before the prompt is sent, or events are missed. */
  watch(id: string, graph?: Graph): PromptWatch {
    const existingWatch = this.#watches.get(id);
    if (existingWatch && !graph) return existingWatch;
    const watch = new PromptWatch(graph);
    this.#watches.set(id, watch);
    const [oldest] = this.#watches.keys();
    if (this.#watches.size > maxWatches && oldest !== undefined) this.#watches.delete(oldest);
    return watch;
  }

  forget(id: string): void {
    this.#watches.delete(id);
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.close();
  }

  /** Resolves after the first try. Later ones go on in the background. */
  async #keepOpen(): Promise<void> {
    await this.#connect();
    void this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    for (let delayMs = firstDelayMs; !this.#isClosed; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
      if (this.isOpen) {
        delayMs = firstDelayMs;
        await this.#waitForClose();
        // Whatever was sent meanwhile is lost.
        for (const watch of this.#watches.values()) watch.expectEnd();
      }
      await backgroundSleep(delayMs);
      if (!this.#isClosed) await this.#connect();
    }
  }

  async #connect(): Promise<void> {
    const socket = this.#newSocket();
    if (!socket) return;
    this.#socket = socket;
    this.#connectionLoss = Promise.withResolvers();
    const opening = new Promise<void>(resolve => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => resolve());
      socket.addEventListener('close', () => resolve());
    });
    await Promise.race([opening, backgroundSleep(connectTimeoutMs)]);
    if (socket.readyState !== WebSocket.OPEN || this.#isClosed) return socket.close();
    for (const watch of this.#watches.values()) watch.expectEnd();
  }

  #newSocket(): WebSocket | undefined {
    const { url, secret, clientId } = this.#options;
    const headers: Record<string, string> = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
    try {
      const address = `${url.replace(/^http/, 'ws')}/ws?clientId=${clientId}`;
      const socket = new NodeWebSocket(address, { headers });
      socket.binaryType = 'arraybuffer';
      socket.addEventListener('open', () => {
        this.#heardMs = this.#clock.now();
        socket.send(featureFlags);
      });
      socket.addEventListener('message', ({ data }) => this.#receive(data));
      return socket;
    } catch {
      // A secret that no header can hold. Every request over HTTP reports that.
      return undefined;
    }
  }

  #waitForClose(): Promise<void> {
    const socket = this.#socket;
    return new Promise(resolve => {
      void this.#connectionLoss.promise.then(resolve);
      if (!socket || socket.readyState === WebSocket.CLOSED) return resolve();
      socket.addEventListener('close', () => resolve());
    });
  }

  #receive(data: unknown): void {
    this.#heardMs = this.#clock.now();
    const event =
      data instanceof ArrayBuffer ? readLiveFrame(new Uint8Array(data)) : readLiveText(String(data));
    if (!event) return;
    if (event.kind === 'nodes') this.#running = event.promptId;
    this.#findWatch(event)?.apply(event);
  }

  #findWatch({ promptId }: LiveEvent): PromptWatch | undefined {
    const id = promptId ?? this.#running;
    return id === undefined ? undefined : this.#watches.get(id);
  }
}
