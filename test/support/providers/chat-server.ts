/**
 * A chat model server for tests: it responds in the formats of llama.cpp, Ollama and
 * vLLM, and misbehaves on demand.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { serve } from '../servers/serve.ts';

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly content: string | readonly ChatPart[] }[];
  readonly response_format?: {
    readonly type: string;
    readonly json_schema?: { readonly schema: Schema };
  };
  readonly [field: string]: unknown;
}

interface Schema {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, { readonly type: string }>>;
}

export interface ChatPart {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

export interface ChatBehavior {
  /** The model's answer. Default: JSON that matches the schema. */
  content?: string | null;
  /** Answers that come before it, one for each request. */
  before?: string[];
  finishReason?: string;
  refusal?: string;
  cost?: number;
  /** Fields that it rejects with status 400. */
  unknownFields?: readonly string[];
  /** The status of its responses instead of an answer. */
  status?: number;
  /** Responds with the status like a proxy in front of it, without JSON. */
  isProxy?: boolean;
  fault?: 'hang' | 'reset' | 'half' | 'no json' | 'no choices';
  key?: string;
  models?: object;
  /** As Ollama: what each model can do, by its name. */
  capabilities?: Readonly<Record<string, readonly string[]>>;
}

export interface ChatServer {
  readonly url: string;
  /** Change its fields at any time. */
  behavior: ChatBehavior;
  readonly requests: ChatRequest[];
  readonly paths: string[];
  /** Resolves when a request has arrived. */
  nextRequest(): Promise<void>;
  /** Lets the server answer the requests that hang. */
  release(): void;
}

export async function startChatServer(behavior: ChatBehavior = {}): Promise<ChatServer> {
  const requests: ChatRequest[] = [];
  const paths: string[] = [];
  const releases: (() => void)[] = [];
  let came = Promise.withResolvers<void>();
  const url = await serve(async (request, response) => {
    paths.push(`${request.method} ${request.url}`);
    const body = request.method === 'POST' ? ((await json(request)) as ChatRequest) : undefined;
    if (body && request.url !== '/api/show') requests.push(body);
    came.resolve();
    came = Promise.withResolvers();
    if (body && chat.behavior.fault === 'hang') await new Promise<void>(resolve => releases.push(resolve));
    answer(chat.behavior, { request, response, body });
  });
  const chat: ChatServer = {
    url,
    behavior,
    requests,
    paths,
    nextRequest: () => came.promise,
    release: () => {
      for (const go of releases.splice(0)) go();
    },
  };
  return chat;
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: ChatRequest | undefined;
}

function answer(behavior: ChatBehavior, { request, response, body }: Call): void {
  const send = (status: number, value: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const refuse = (status: number, message: string) => send(status, { error: { message, code: status } });
  const { key, fault, status, isProxy, unknownFields = [] } = behavior;
  if (key && request.headers.authorization !== `Bearer ${key}`) return void refuse(401, 'Invalid API Key');
  if (status && isProxy) return void response.writeHead(status).end('upstream connect error or reset');
  if (status) return void refuse(status, `as told: ${status}`);
  if (!body) return void send(200, behavior.models ?? { object: 'list', data: [{ id: 'tiny-vision' }] });
  if (request.url === '/api/show')
    return void send(200, { capabilities: behavior.capabilities?.[body.model] ?? [] });
  const unknown = unknownFields.find(field => field in body);
  if (unknown) return void refuse(400, `Unknown parameter: '${unknown}'.`);
  if (fault === 'reset') return void request.socket.destroy();
  if (fault === 'no json') return void response.end('<html>gateway</html>');
  if (fault === 'no choices') return void send(200, { choices: [] });
  const text = JSON.stringify(completion(behavior, body));
  if (fault !== 'half') return void response.end(text);
  response.writeHead(200, { 'content-length': text.length });
  response.write(text.slice(0, text.length / 2), () => request.socket.destroy());
}

function completion(behavior: ChatBehavior, body: ChatRequest): object {
  const { content, before, finishReason, refusal, cost } = behavior;
  const replyContent = before?.shift() ?? (content === undefined ? makeFittingContent(body) : content);
  const message = { role: 'assistant', content: replyContent, refusal };
  return {
    object: 'chat.completion',
    model: body.model,
    choices: [{ index: 0, finish_reason: finishReason ?? 'stop', message }],
    usage: { prompt_tokens: 900, completion_tokens: 90, ...(cost !== undefined && { cost }) },
  };
}

/** Texts that differ, and decreasing numbers. */
function makeFittingContent({ response_format: format }: ChatRequest): string {
  const { required = [], properties = {} } = format?.json_schema?.schema ?? {};
  const value = (name: string, index: number) =>
    properties[name]?.type === 'number' ? 1 / (index + 1) : `${name}, as it is seen`;
  return JSON.stringify(Object.fromEntries(required.map((name, index) => [name, value(name, index)])));
}
