/**
 * The calls and decisions of midjourney-proxy-on-wechat (github.com/mouxangithub, state of September
 * 2023), as an example of simple Python bots: `answer["field"]` throws if the field is missing. It polls
 * every 3 s; here without a pause.
 */
import { until } from '../../support/servers/app.ts';

export interface Bot {
  /** True and the id, or false and the reply to its user. */
  imagine(prompt: string, base64Array?: readonly string[]): Promise<BotReply>;
  /** `<task id> U2` */
  sendUp(content: string): Promise<BotReply>;
  reroll(taskId: string): Promise<BotReply>;
  blend(base64Array: readonly string[], dimensions?: string): Promise<BotReply>;
  describe(base64: string): Promise<BotReply>;
  /** The message with the finished image. */
  result(id: string): Promise<string>;
  /** The messages about one task and about all queued tasks. */
  fetch(id: string): Promise<string>;
  queue(): Promise<string>;
}

export type BotReply = readonly [true, string] | readonly [false, string];

export interface BotSettings {
  readonly url: string;
  readonly secret: string;
  /** The user who asks. It sends this as `state`, to recognize the owner of a task. */
  readonly user: object;
}

export function openBot({ url, secret, user }: BotSettings): Bot {
  const headers = {
    'User-Agent': 'python-requests/2.32.3',
    Accept: '*/*',
    'Content-Type': 'application/json',
    'mj-api-secret': secret,
  };
  const state = pythonJson(user);
  const get = async (path: string) => (await fetch(`${url}/mj/task/${path}`, { headers })).json();
  const post = async (name: string, data: object) => {
    const body = pythonJson({ ...data, state });
    return toReply(await (await fetch(`${url}/mj/submit/${name}`, { method: 'POST', headers, body })).json());
  };
  return {
    imagine: (prompt, base64Array = []) => post('imagine', { prompt, base64Array }),
    sendUp: content => post('simple-change', { content }),
    reroll: taskId => post('change', { taskId, action: 'REROLL' }),
    blend: (base64Array, dimensions) => post('blend', { base64Array, ...(dimensions && { dimensions }) }),
    describe: base64 => post('describe', { base64 }),
    fetch: async id => writeMessage(await get(`${id}/fetch`), user),
    queue: async () => {
      const tasks = (await get('queue')) as unknown[];
      return tasks.length === 0 ? 'nothing waits' : tasks.map(task => writeMessage(task, user)).join('\n');
    },
    result: async id => {
      const hasEnded = (task: any) => ['SUCCESS', 'FAILURE'].includes(item(task, 'status') as string);
      return writeMessage(await until(() => get(`${id}/fetch`), hasEnded), user);
    },
  };
}

/** Characters beyond ASCII are escaped, and commas and colons are followed by spaces. */
function pythonJson(value: object): string {
  return JSON.stringify(value, null, 1)
    .replace(/\n\s*/g, ' ')
    .replace(/[\u0080-\uffff]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Only 1 counts as success: a queued task is reported to the user like a rejection. */
function toReply(answer: any): BotReply {
  const code = item(answer, 'code');
  const result = item(answer, 'result');
  return code === 1 ? [true, result as string] : [false, item(answer, 'description') as string];
}

/** It does arithmetic on times and parses `state`, so each must have the expected type or be falsy. */
function writeMessage(task: any, user: any): string {
  const state = item(task, 'state') ? JSON.parse(item(task, 'state') as string) : undefined;
  if (state && state.user_id !== user.user_id) return 'this task is not yours';
  const lines = [item(task, 'id'), item(task, 'progress'), item(task, 'status')];
  lines.push(item(task, 'action') === 'DESCRIBE' ? item(task, 'prompt') : item(task, 'description'));
  if (state) lines.push(state.user_nickname);
  if (item(task, 'failReason')) lines.push(task.failReason);
  if (item(task, 'imageUrl')) lines.push(task.imageUrl);
  if (item(task, 'startTime')) lines.push(new Date(number(task.startTime)).toISOString());
  if (item(task, 'finishTime')) lines.push(`${(number(task.finishTime) - number(task.startTime)) / 1000} s`);
  return lines.join('\n');
}

function item(value: Record<string, unknown>, key: string): unknown {
  if (!(key in value)) throw new TypeError(`KeyError: '${key}'`);
  return value[key];
}

function number(value: unknown): number {
  if (typeof value !== 'number') throw new TypeError(`unsupported operand type: ${typeof value}`);
  return value;
}
