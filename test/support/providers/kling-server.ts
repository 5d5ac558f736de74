/** A fake of Kling's API for clips. */
import { createHmac } from 'node:crypto';
import { calendarNow } from '@kinora/shared/clock';
import {
  type ProviderAnswer,
  type ProviderCall,
  type ProviderServer,
  startProviderServer,
} from './provider-server.ts';

export const klingSecret = 'planted-access-key:planted-secret-key';

export interface KlingServer extends ProviderServer {
  /** What tasks return instead of their progress. */
  task: object | undefined;
}

interface Task {
  readonly id: string;
  readonly path: string;
  readonly externalId: string;
  polls: number;
}

const states = ['submitted', 'processing', 'succeed'] as const;

export async function startKlingServer(): Promise<KlingServer> {
  const tasks: Task[] = [];
  const server = await startProviderServer({
    isStart: ({ method }) => method === 'POST',
    async answer(call, files) {
      if (!isSigned(call)) return failureAnswer(401, 1002, 'Authorization is invalid');
      if (call.method === 'POST') return create(call, tasks);
      if (call.query.has('pageNum')) return successAnswer([]);
      const cut = call.path.lastIndexOf('/');
      const id = decodeURIComponent(call.path.slice(cut + 1));
      const task = tasks.find(
        one => one.path === call.path.slice(0, cut) && (one.id === id || one.externalId === id),
      );
      if (!task) return failureAnswer(404, 1203, 'resource not found');
      const facts = {
        task_id: task.id,
        task_status: states[Math.min(task.polls++, 2)],
        task_status_msg: '',
        task_info: { external_task_id: task.externalId },
      };
      if (kling.task) return successAnswer({ ...facts, ...kling.task });
      if (facts.task_status !== 'succeed') return successAnswer(facts);
      const url = await files.addClip();
      return successAnswer({ ...facts, task_result: { videos: [{ id: 'v', url, duration: '5.1' }] } });
    },
  });
  const kling: KlingServer = Object.assign(server, { task: undefined });
  return kling;
}

function create({ path, body }: ProviderCall, tasks: Task[]): ProviderAnswer | undefined {
  if (!/^\/v1\/videos\/(text|image)2video$/.test(path)) return undefined;
  if (tasks.some(({ externalId }) => externalId === body.external_task_id))
    return failureAnswer(400, 1201, 'external_task_id is not unique');
  const id = `8${tasks.length}`;
  tasks.push({ id, path, externalId: body.external_task_id, polls: 0 });
  return successAnswer({ task_id: id, task_status: 'submitted' });
}

function successAnswer(data: object): ProviderAnswer {
  return { body: { code: 0, message: 'SUCCEED', request_id: 'r', data } };
}

function failureAnswer(status: number, code: number, message: string): ProviderAnswer {
  return { status, body: { code, message, request_id: 'r' } };
}

/** Whether the token is a currently valid JWT of the key pair. */
function isSigned({ headers }: ProviderCall): boolean {
  const [accessKey, secretKey = ''] = klingSecret.split(':');
  const [head = '', claims = '', signature] = (headers.authorization ?? '')
    .replace(/^Bearer /, '')
    .split('.');
  const expected = createHmac('sha256', secretKey).update(`${head}.${claims}`).digest('base64url');
  if (signature !== expected) return false;
  const { iss, exp, nbf } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
  const seconds = calendarNow() / 1000;
  return iss === accessKey && nbf <= seconds && seconds < exp;
}
