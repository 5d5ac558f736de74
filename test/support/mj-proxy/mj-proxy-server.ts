/**
 * A fake of servers with the interface of midjourney-proxy, with their formats and faults. It counts
 * the submits that it accepts.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type DialectName, dialects } from '../../../src/engines/kinds/mj-proxy/dialects.ts';
import { serve } from '../servers/serve.ts';
import { type MjBehavior, usual } from './mj-proxy-behavior.ts';
import { type FakeTask, readTaskFile, taskRecord, taskResult } from './mj-proxy-tasks.ts';

export interface MjSubmit {
  readonly path: string;
  readonly body: Readonly<Record<string, any>>;
  readonly key: string | undefined;
}

export interface MjProxyServer {
  readonly url: string;
  /** Change its fields at any time. */
  readonly behavior: MjBehavior;
  /** Every submit that it accepted, in order. */
  readonly submits: MjSubmit[];
  /** Method and path of all requests. */
  readonly calls: string[];
  readonly tasks: Map<string, FakeTask>;
  forget(): void;
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
}

type Fake = MjProxyServer & { readonly byKey: Map<string, object> };

export async function startMjProxyServer(behavior: Partial<MjBehavior> = {}): Promise<MjProxyServer> {
  const url = await serve((request, response) => {
    const { pathname: path } = new URL(request.url ?? '/', 'http://fake');
    fake.calls.push(`${request.method} ${path}`);
    answer(fake, { request, response, path }).catch(() => response.destroy());
  });
  const fake: Fake = {
    url,
    behavior: { ...usual, ...behavior },
    submits: [],
    calls: [],
    tasks: new Map(),
    byKey: new Map(),
    forget: () => fake.tasks.clear(),
  };
  return fake;
}

async function answer(fake: Fake, call: Call): Promise<void> {
  const { request, response, path } = call;
  const [, first = '', ...rest] = path.split('/');
  if (first === 'files') return sendFile(fake, response, rest);
  if (!isAuthorized(fake, request)) {
    // novicezk sends no body.
    if (fake.behavior.dialect === 'novicezk') return void response.writeHead(401).end();
    return send(response, 401, { description: `invalid key ${request.headers.authorization}`, code: 4 });
  }
  if (path === '/mj/account/list')
    return send(response, 200, [
      { id: '1', enable: true },
      { id: '2', enable: false },
    ]);
  if (path === '/mj/task/queue') return send(response, 200, []);
  if (path === '/api/status') return send(response, 200, { success: true, data: { version: 'v1.2.3' } });
  if (path === '/v1/models') return send(response, 200, { object: 'list', data: [{ id: 'sketch' }] });
  const [area, name = '', part] = path.replace(/^(\/mj-\w+)?\/mj\//, '').split('/');
  if (area === 'submit') return submit(fake, call, name);
  if (area === 'task' && fake.behavior.foreignStatus) {
    const { foreignStatus: status } = fake.behavior;
    return void response.writeHead(status).end(status === 404 ? '<html>' : '');
  }
  if (area === 'task' && name === 'list-by-condition') return listTasks(fake, call);
  if (area === 'task' && part === 'fetch') return fetchTask(fake, response, name);
  if (area === 'task' && part === 'cancel') return cancelTask(fake, response, name);
  send(response, 404, {});
}

function isAuthorized({ behavior: { dialect, key } }: Fake, { headers }: IncomingMessage): boolean {
  if (!key) return true;
  if (dialects[dialect].secretIn === 'mj-api-secret') return headers['mj-api-secret'] === key;
  return headers.authorization === `Bearer ${key}`;
}

async function submit(fake: Fake, { request, response }: Call, path: string): Promise<void> {
  const { behavior } = fake;
  const raw = await text(request);
  const isAffected = takeTurn(behavior, path);
  const { fault, status, code, isAfter = false } = isAffected ? behavior : ({} as Partial<MjBehavior>);
  if (fault === 'reset') return void request.socket.destroy();
  if (fault === 'no json') return void response.writeHead(200).end('<html>');
  if (status && !isAfter) return refuse(response, status, behavior);
  if (code !== undefined)
    return send(response, code === 3 && behavior.dialect === 'trueai' ? 404 : 200, {
      code,
      description: behavior.description ?? 'no, because',
      result: null,
      properties: {
        errorCode: behavior.errorCode,
        ...(code === 24 && { promptEn: 'x', bannedWord: 'word' }),
      },
    });
  const key = request.headers['idempotency-key'] as string | undefined;
  const answer = accept(fake, { path, body: JSON.parse(raw), key });
  await behavior.submitGate;
  if (fault === 'reset after') return void request.socket.destroy();
  if (fault === 'hang after') return;
  if (status) return send(response, status, {});
  if (fault !== 'half') return send(response, 200, answer);
  const json = JSON.stringify(answer);
  response.writeHead(200, { 'content-length': json.length });
  response.write(json.slice(0, json.length / 2), () => response.destroy());
}

function refuse(response: ServerResponse, status: number, { answer }: MjBehavior): void {
  if (answer === 'html') return void response.writeHead(status).end('<html>');
  if (answer === 'new-api')
    return send(response, status, { error: { message: 'no channel', type: 'new_api_error' } });
  send(response, status, { code: 4, description: 'no, because' });
}

function takeTurn(behavior: MjBehavior, path: string): boolean {
  if (behavior.faultAt !== undefined && behavior.faultAt !== path) return false;
  if (behavior.times === undefined) return true;
  if (behavior.times === 0) return false;
  behavior.times--;
  return true;
}

function accept(fake: Fake, request: MjSubmit): object {
  const { behavior, byKey, submits, tasks } = fake;
  const { path, body, key } = request;
  const earlierAnswer = key && dialects[behavior.dialect].knowsKey ? byKey.get(key) : undefined;
  if (earlierAnswer) return earlierAnswer;
  if (path === 'upload-discord-images')
    return codeAnswer(
      1,
      body.base64Array.map((_: string, index: number) => `https://cdn.test/${index}.png`),
    );
  const parent = tasks.get(body.taskId ?? '');
  if (body.taskId && !parent) return { ...codeAnswer(3, null), description: '关联任务不存在或已失效' };
  submits.push(request);
  if (path === 'modal' && parent) {
    parent.isWaiting = false;
    return codeAnswer(1, parent.id);
  }
  const task = newTask(fake, request, parent);
  tasks.set(task.id, task);
  const answer = task.isWaiting ? modalAnswer(behavior.dialect, task.id) : codeAnswer(1, task.id);
  if (key) byKey.set(key, answer);
  return answer;
}

/** new-api writes 1 instead of 21, except for the two buttons that always open a modal. */
function modalAnswer(dialect: DialectName, id: string): object {
  const answer = { ...codeAnswer(21, id), properties: { finalPrompt: 'a fox', remix: true } };
  return dialect === 'new-api' ? { ...answer, code: 1 } : answer;
}

function codeAnswer(code: number, result: unknown): object {
  return {
    code,
    description: code === 1 ? '提交成功' : 'Waiting for window confirm',
    result,
    properties: {},
  };
}

function newTask(
  { tasks, behavior }: Fake,
  { path, body }: MjSubmit,
  parent: FakeTask | undefined,
): FakeTask {
  const id = `17630000000000${String(tasks.size + 1).padStart(2, '0')}`;
  const button = String(body.customId ?? '');
  const result = taskResult({ path, button, action: body.action });
  const asks = /Inpaint|CustomZoom/.test(button) || body.enableRemix === true;
  const isWaiting = asks || (path === 'action' && behavior.asksAlways === true && result === 'grid');
  const scale = parent && /upsample_/.test(button) ? 2 : 1;
  return { id, path, body, result, isWaiting, polls: 0, scale, isCancelled: false };
}

function fetchTask({ tasks, behavior, url }: Fake, response: ServerResponse, id: string): void {
  const task = tasks.get(id);
  if (task) return send(response, 200, taskRecord(task, behavior, behavior.cdn ?? url));
  if (behavior.dialect === 'kinora')
    return send(response, 404, { code: 3, description: 'unknown', result: null });
  if (behavior.dialect === 'new-api')
    return send(response, 400, { description: 'task_no_found ', type: 'upstream_error', code: 4 });
  if (behavior.dialect === 'trueai') return void response.writeHead(204).end();
  response.writeHead(200).end();
}

/** Unknown tasks are left out. */
async function listTasks({ tasks, behavior, url }: Fake, { request, response }: Call): Promise<void> {
  const { ids } = JSON.parse(await text(request)) as { ids: string[] };
  const knownTasks = ids.flatMap(id => tasks.get(id) ?? []);
  send(
    response,
    200,
    knownTasks.map(task => taskRecord(task, behavior, behavior.cdn ?? url)),
  );
}

function cancelTask({ tasks }: Fake, response: ServerResponse, id: string): void {
  const task = tasks.get(id);
  if (task) task.isCancelled = true;
  send(response, 200, { code: 1, description: 'ok', result: id, properties: {} });
}

async function sendFile({ tasks, behavior }: Fake, response: ServerResponse, rest: string[]): Promise<void> {
  const [id = '', name = ''] = rest;
  const task = tasks.get(id);
  const file = task && (await readTaskFile(task, name, behavior));
  if (!file) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': name.endsWith('.mp4') ? 'video/mp4' : 'image/png' }).end(file);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
