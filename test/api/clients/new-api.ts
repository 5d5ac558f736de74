/**
 * The calls and decisions of the gateway new-api (github.com/QuantumNous, state of 2026), which one-hub and
 * coai share: what it forwards to this server, how strictly it decodes the responses, and what it returns to
 * its own users. It polls all open tasks every 15 s; here only when `poll` is called.
 */
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { decodeGo, decodeGoList, type GoShape } from './go-json.ts';

/** A row of its table. */
export interface GatewayTask {
  readonly id: string;
  readonly action: string;
  status: string;
  progress: string;
  failReason: string;
  imageUrl: string;
  /** The user got a refund. */
  isRefunded: boolean;
}

export interface Gateway {
  readonly tasks: Map<string, GatewayTask>;
  /** Set by a code 3, which it takes to mean that the server has no accounts left. */
  isChannelOff: boolean;
  /** A call of one of its users. The response is what that user gets. */
  submit(path: string, body: object): Promise<any>;
  seed(id: string): Promise<any>;
  poll(): Promise<void>;
}

const answerShape: GoShape = { code: 'int', description: 'string', properties: 'any', result: 'string' };
const uploadShape: GoShape = { code: 'int', description: 'string', result: ['string'] };
/** What its webhook receives, and its poll. */
export const recordShape: GoShape = {
  id: 'string',
  action: 'string',
  customId: 'string',
  botType: 'string',
  prompt: 'string',
  promptEn: 'string',
  description: 'string',
  state: 'string',
  submitTime: 'int',
  startTime: 'int',
  finishTime: 'int',
  imageUrl: 'string',
  videoUrl: 'string',
  videoUrls: [{ url: 'string' }],
  status: 'string',
  progress: 'string',
  failReason: 'string',
  buttons: 'any',
  maskBase64: 'string',
  properties: { finalPrompt: 'string', finalZhPrompt: 'string' },
};

export interface GatewayChannel {
  readonly baseUrl: string;
  readonly key: string;
  /** Otherwise it removes `notifyHook`. */
  readonly passesHooks?: boolean;
}

export function openGateway(channel: GatewayChannel): Gateway {
  const tasks = new Map<string, GatewayTask>();
  const gateway: Gateway = {
    tasks,
    isChannelOff: false,
    submit: async (path, body) => {
      const action = readAction(path, body);
      const answer = await forward(channel, path, { ...body });
      return recordSubmit(gateway, action, answer);
    },
    // A GET whose body is the JSON `null`, without a content type.
    seed: async id => decodeAnswer(await send(channel, `/mj/task/${id}/image-seed`, 'GET', 'null')),
    poll: () => poll(channel, tasks),
  };
  return gateway;
}

/**
 * It drops the prefix of the mode and the fields that it does not trust, and sorts
 * the keys, as Go writes a map.
 */
async function forward(
  { passesHooks, ...channel }: GatewayChannel,
  path: string,
  body: any,
): Promise<string> {
  delete body.accountFilter;
  if (!passesHooks) delete body.notifyHook;
  const sorted = Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)));
  const json = JSON.stringify(sorted).replace(
    /[<>&]/g,
    sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return send(channel, path.replace(/^\/mj-\w+\/mj\//, '/mj/'), 'POST', json);
}

/** It does not forward the headers of its user, except the two content types. */
function send({ baseUrl, key }: GatewayChannel, path: string, ...[method, body]: string[]): Promise<string> {
  const headers = {
    'User-Agent': 'Go-http-client/1.1',
    'Content-Length': Buffer.byteLength(body ?? ''),
    Accept: '',
    'Content-Type': method === 'GET' ? '' : 'application/json',
    'Mj-Api-Secret': key,
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${baseUrl}${path}`, { method, headers }, response =>
      resolve(text(response)),
    );
    request.on('error', reject).end(body);
  });
}

function decodeAnswer(body: string): any {
  if (body === '') throw new Error('empty_response_body');
  try {
    return decodeGo(answerShape, JSON.parse(body));
  } catch {
    return decodeGo(uploadShape, JSON.parse(body));
  }
}

/** Every submit gets a row, rejections too. Only the codes 1, 21 and 22 count as accepted. */
function recordSubmit(gateway: Gateway, action: string, body: string): any {
  const answer = decodeAnswer(body);
  if (answer.code === 3) gateway.isChannelOff = true;
  const isAccepted = [1, 21, 22].includes(answer.code);
  if (typeof answer.result === 'string')
    gateway.tasks.set(answer.result, {
      id: answer.result,
      action,
      status: '',
      progress: '0%',
      failReason: isAccepted ? '' : answer.description,
      imageUrl: '',
      isRefunded: false,
    });
  // It replaces text: with a space after the colon, its users would get codes that they do not know.
  const opensDialog = action === 'INPAINT' || action === 'CUSTOM_ZOOM';
  if (answer.code === 21 && !opensDialog) return JSON.parse(body.replaceAll('"code":21', '"code":1'));
  if (answer.code === 22) return JSON.parse(body.replaceAll('"code":22', '"code":1'));
  return JSON.parse(body);
}

async function poll(channel: GatewayChannel, tasks: Map<string, GatewayTask>): Promise<void> {
  const ids = [...tasks.values()].filter(({ progress }) => progress !== '100%').map(({ id }) => id);
  const body = await send(channel, '/mj/task/list-by-condition', 'POST', JSON.stringify({ ids }));
  for (const record of decodeGoList(recordShape, JSON.parse(body))) {
    const task = tasks.get(record.id);
    // It does not check whether it knows the row.
    if (!task) throw new Error('nil pointer dereference');
    task.status = record.status;
    task.progress = record.progress;
    task.failReason = record.failReason;
    task.imageUrl = record.imageUrl;
    const hasFailed = task.progress !== '100%' ? task.failReason !== '' : task.status === 'FAILURE';
    if (!hasFailed) continue;
    task.progress = '100%';
    task.isRefunded = true;
  }
}

const actions: Readonly<Record<string, string>> = {
  low_variation: 'LOW_VARIATION',
  high_variation: 'HIGH_VARIATION',
  reroll: 'REROLL',
  Outpaint: 'ZOOM',
  CustomZoom: 'CUSTOM_ZOOM',
  Inpaint: 'INPAINT',
};

/**
 * It reads what a button does from its customId, because each action has its price. The
 * rest it reads from the path.
 */
export function readAction(
  path: string,
  { customId, action }: { customId?: string; action?: string },
): string {
  if (!path.endsWith('/action')) return action ?? (path.split('/').at(-1) ?? '').toUpperCase();
  const [, kind = '', verb = '', index = ''] = (customId ?? '').split('::');
  const name = kind === 'JOB' ? verb : kind;
  if (name.includes('upsample') || name === 'variation') {
    if (!/^\d+$/.test(index)) throw new Error('index_parse_failed');
    return name === 'variation' ? 'VARIATION' : 'UPSCALE';
  }
  if (name.includes('pan')) return 'PAN';
  const knownAction = actions[name];
  if (!knownAction) throw new Error(`unknown_action:${customId}`);
  return knownAction;
}
