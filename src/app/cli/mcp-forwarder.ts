/**
 * Forwards messages of the Model Context Protocol to a server, each as one HTTP request, and writes the
 * responses. A request whose connection is lost is sent again: the server joins it to the task of the first
 * one, so that nothing is made or paid for twice.
 */
import { systemClock } from '@kinora/shared/clock';
import { eventData } from './event-data.ts';

export interface ForwarderOptions {
  readonly url: string;
  readonly key: string;
  readonly write: (message: unknown) => void;
}

export interface McpForwarder {
  /** Takes one line of the program's output. */
  receive(line: string): void;
  /** Cancels the requests in progress. */
  close(): Promise<void>;
}

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

const codes = { parse: -32700, server: -32000 } as const;
/** Pauses before a lost request is sent again. A server that restarts is back within them. */
const pausesMs = [500, 1000, 2000, 4000, 8000, 15_000];

export function openMcpForwarder({ url, key, write }: ForwarderOptions): McpForwarder {
  const open = new Map<string | number, AbortController>();
  const running = new Set<Promise<void>>();
  const session: Session = {};

  const forward = async (message: Message): Promise<void> => {
    const { id } = message;
    const cancelled = new AbortController();
    if (id !== undefined) open.set(id, cancelled);
    const answer = (each: unknown) => {
      noteVersion(session, message, each);
      write(each);
    };
    try {
      await sendAgain({ url, key, session, message, signal: cancelled.signal, answer });
    } catch (error) {
      if (id === undefined || cancelled.signal.aborted) return;
      const text = `The server at ${new URL(url).origin} cannot be reached: ${(error as Error).message}`;
      write({ jsonrpc: '2.0', id, error: { code: codes.server, message: text } });
    } finally {
      if (id !== undefined) open.delete(id);
    }
  };

  return {
    receive: line => {
      if (line.trim() === '') return;
      const message = parseMessage(line);
      if (!message) {
        write({ jsonrpc: '2.0', id: null, error: { code: codes.parse, message: 'Not a JSON object.' } });
        return;
      }
      // The server knows no sessions: it notices a cancellation by the end of the request.
      if (message.method === 'notifications/cancelled')
        return open.get(message.params?.['requestId'] as string | number)?.abort();
      const run = forward(message).finally(() => running.delete(run));
      running.add(run);
    },
    close: async () => {
      for (const each of open.values()) each.abort();
      await Promise.all(running);
    },
  };
}

/** The state that the server has returned in the handshake of an older program. */
interface Session {
  id?: string;
  version?: string;
}

interface ForwardedMessage extends Omit<ForwarderOptions, 'write'> {
  readonly session: Session;
  readonly message: Message;
  readonly signal: AbortSignal;
  readonly answer: (message: unknown) => void;
}

/** Sends a message until it is answered. Throws the last error. */
async function sendAgain(sending: ForwardedMessage): Promise<void> {
  const { signal, message } = sending;
  for (const pauseMs of message.id === undefined ? [] : pausesMs) {
    try {
      if (await send(sending)) return;
    } catch (error) {
      if (signal.aborted || !isLost(error)) throw error;
    }
    await systemClock.sleep(pauseMs, signal);
  }
  if (!(await send(sending))) throw new Error('it ended the response early');
}

/** `fetch` and a stream throw a TypeError if the connection fails. */
function isLost(error: unknown): boolean {
  return error instanceof TypeError;
}

/** Sends the message once. Returns false if the server asks to send it again, or its response ended early. */
async function send({ url, key, session, message, signal, answer }: ForwardedMessage): Promise<boolean> {
  const headers = protocolHeaders(key, session, message);
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(message), signal });
  session.id = response.headers.get('mcp-session-id') ?? session.id ?? '';
  if (response.status === 503) return false;
  if (message.id === undefined) {
    await response.body?.cancel();
    return true;
  }
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const body = (await response.json()) as object;
    // An error before the message was read names no id.
    answer('id' in body && body.id !== null ? body : { ...body, id: message.id });
    return true;
  }
  let isAnswered = false;
  for await (const data of eventData(response)) {
    const each = JSON.parse(data) as { readonly id?: unknown };
    isAnswered ||= each.id === message.id;
    answer(each);
  }
  return isAnswered;
}

const versionKey = 'io.modelcontextprotocol/protocolVersion';
const names: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** The headers that the protocol demands, which repeat parts of the message. */
function protocolHeaders(key: string, session: Session, { method, params = {} }: Message): Headers {
  const meta = params['_meta'] as Readonly<Record<string, unknown>> | undefined;
  const version = meta?.[versionKey] ?? session.version;
  const name = params[names[method ?? ''] ?? ''];
  return new Headers({
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(typeof version === 'string' && { 'mcp-protocol-version': version }),
    ...(session.id && { 'mcp-session-id': session.id }),
    ...(meta?.[versionKey] !== undefined && method !== undefined && { 'mcp-method': method }),
    ...(meta?.[versionKey] !== undefined && typeof name === 'string' && { 'mcp-name': headerText(name) }),
  });
}

function headerText(text: string): string {
  return /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

function noteVersion(session: Session, { method }: Message, answer: unknown): void {
  if (method !== 'initialize') return;
  const { result } = answer as { readonly result?: { readonly protocolVersion?: unknown } };
  if (typeof result?.protocolVersion === 'string') session.version = result.protocolVersion;
}

function parseMessage(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
