/**
 * The calls and decisions of chatgpt-web-midjourney-proxy (github.com/Dooy, state of May 2026), a page that
 * calls the server directly: what it sends, which fields of the responses it uses, and what it then shows. It
 * polls every 5 s, at most 100 times; here it polls without a pause.
 */
import type { Page } from 'playwright-core';
import { until } from '../../support/servers/app.ts';
import { drawInPage, fetchInPage } from '../../support/browser/browser.ts';

/** What its panels and buttons submit. */
export type DooyOrder =
  | {
      readonly act: 'imagine';
      readonly prompt: string;
      readonly files?: readonly string[];
      readonly niji?: true;
    }
  | { readonly act: keyof typeof plainPaths; readonly data: object }
  | { readonly act: 'button'; readonly data: object }
  /** Region and custom zoom have their own dialogs, which are filled in before anything is sent. */
  | { readonly act: 'mask' | 'CustomZoom'; readonly data: object; readonly maskData: object };

const plainPaths = {
  change: '/mj/submit/change',
  blend: '/mj/submit/blend',
  shorten: '/mj/submit/shorten',
  describe: '/mj/submit/describe',
  face: '/mj/insight-face/swap',
  edits: '/mj/submit/edits',
  video: '/mj/submit/video',
} as const;

/** A message of its chat: `loading` is its spinner, `opt` the last record that it received. */
export interface DooyChat {
  readonly text: string;
  readonly loading: boolean;
  readonly opt?: any;
}

export interface Dooy {
  /** The path and body of every POST request. */
  readonly posts: (readonly [string, any])[];
  mjFetch(path: string, data?: object): Promise<any>;
  /** Submits and polls until the task has ended. */
  draw(order: DooyOrder): Promise<DooyChat>;
  /** What its message shows for a finished task. */
  show(opt: any): Promise<DooyShown>;
}

export interface DooyServer {
  readonly page: Page;
  /** MJ_SERVER, without `/mj`. */
  readonly server: string;
  readonly secret: string;
}

export function openDooy(server: DooyServer): Dooy {
  const posts: [string, any][] = [];
  const mjFetch = (path: string, data?: object) => {
    if (data) posts.push([path, data]);
    return fetchLikeDooy(server, path, data);
  };
  const draw = async (order: DooyOrder): Promise<DooyChat> => {
    try {
      const answer = await submit(mjFetch, order);
      // Only 1 and 22 count as success; otherwise the whole response becomes the message.
      if (answer.code !== 1 && answer.code !== 22) return { text: JSON.stringify(answer), loading: false };
      const text = answer.code === 22 ? answer.description : 'submitted';
      return { text, ...(await watch(mjFetch, answer.result)) };
    } catch (error) {
      return { text: JSON.stringify(error), loading: false };
    }
  };
  return { posts, mjFetch, draw, show: opt => show(server.page, opt) };
}

type Fetch = Dooy['mjFetch'];

/** GET requests also have a JSON content type, so every call is preflighted. */
async function fetchLikeDooy({ page, server, secret }: DooyServer, path: string, data?: object) {
  const headers = { 'Content-Type': 'application/json', 'mj-api-secret': secret };
  const request = { headers, ...(data && { json: data }) };
  const answer = await fetchInPage(page, `${server}${path}`, request).catch(error => {
    throw { code: 'fetch_fail', error: String(error) };
  });
  // It parses the body before it checks the status, so a body that is not JSON hides the error.
  if (typeof answer.body === 'string') throw { code: 'json_error', status: answer.status };
  const error = answer.body.error ?? answer.body;
  if (answer.status >= 300) throw { code: 'response_fail', status: answer.status, error };
  return answer.body;
}

async function submit(mjFetch: Fetch, order: DooyOrder): Promise<any> {
  const answer = await firstAnswer(mjFetch, order);
  // If the code is still 21 here, the modal is confirmed with the id only.
  return answer.code === 21 ? mjFetch('/mj/submit/modal', { taskId: answer.result }) : answer;
}

async function firstAnswer(mjFetch: Fetch, order: DooyOrder): Promise<any> {
  if (order.act === 'imagine') {
    const { prompt, files = [], niji } = order;
    const botType = niji ? 'NIJI_JOURNEY' : 'MID_JOURNEY';
    return mjFetch('/mj/submit/imagine', { base64Array: files, notifyHook: '', prompt, state: '', botType });
  }
  if (order.act === 'mask' || order.act === 'CustomZoom') {
    const modal = await mjFetch('/mj/submit/action', order.data);
    // It looks only at the result, so a failed submit that has a result would be confirmed too.
    return modal.result ? mjFetch('/mj/submit/modal', { ...order.maskData, taskId: modal.result }) : modal;
  }
  if (order.act !== 'button') return mjFetch(plainPaths[order.act], order.data);
  const answer = await mjFetch('/mj/submit/action', order.data);
  // It looks for a word in the description. It would throw here if the properties were not an object.
  if (!answer.description?.includes('confirm')) return answer;
  const prompt = answer.properties.finalPrompt ?? '';
  return mjFetch('/mj/submit/modal', { taskId: answer.result, prompt });
}

/** It stops at two statuses only; the spinner stops at `100%` only. */
async function watch(mjFetch: Fetch, id: string): Promise<Omit<DooyChat, 'text'>> {
  const ask = () => mjFetch(`/mj/task/${id}/fetch`);
  const opt = await until(ask, ({ status }) => ['FAILURE', 'SUCCESS'].includes(status));
  return { opt, loading: opt.progress !== '100%' };
}

export interface DooyShown {
  readonly as: 'failure' | 'clips' | 'grid' | 'picture' | 'text';
  /** URLs that it puts into the page unchanged. */
  readonly addresses: readonly string[];
  /** The image that it stores in the browser's database, as a JPEG from a canvas. */
  readonly storedImage?: string;
  readonly text?: string;
  readonly buttons: readonly DooyButton[];
}

/**
 * Clips hide cells, and cells hide the image. It checks truthiness, so an empty
 * list hides everything after it.
 */
async function show(page: Page, opt: any): Promise<DooyShown> {
  if (opt.status === 'FAILURE') return { as: 'failure', text: opt.failReason, addresses: [], buttons: [] };
  const buttons = buttonsIn(opt);
  const addresses = (files: { url: string }[]) => files.map(({ url }) => url);
  if (opt.videoUrls) return { as: 'clips', addresses: addresses(opt.videoUrls), buttons };
  if (opt.imageUrls) return { as: 'grid', addresses: addresses(opt.imageUrls), buttons };
  if (opt.action === 'SHORTEN') return { as: 'text', text: toMarkdown(opt), addresses: [], buttons };
  const { dataUrl } = await drawInPage(page, opt.imageUrl);
  return { as: 'picture', addresses: [opt.imageUrl], storedImage: dataUrl, text: opt.promptEn, buttons };
}

/** The Chinese text, unless it is the empty string. Its renderer throws for anything but a string. */
function toMarkdown({ properties }: any): string {
  const text = properties?.finalZhPrompt === '' ? properties.finalPrompt : properties?.finalZhPrompt;
  if (typeof text !== 'string') throw new TypeError('Input data should be a String');
  return text;
}

export interface DooyButton {
  readonly name: string;
  readonly customId: string;
  /** A button that it draws but does not know fails when it is pressed. */
  readonly works: boolean;
}

/** What it recognizes in a customId, in its order. */
const knownButtons = [
  ...[1, 2, 3, 4].map(index => `:upsample::${index}`),
  'high_variation',
  'low_variation',
  ':Inpaint::1',
  'Outpaint::50',
  'Outpaint::75',
  'CustomZoom::',
  'Outpaint::100',
  ...[1, 2, 3, 4].map(index => `Job::PicReader::${index}`),
  'Picread::Retry',
  ...[1, 2, 3, 4, 5].map(index => `PromptAnalyzer::${index}`),
  ...[1, 2, 3, 4].map(index => `:variation::${index}`),
  ...['left', 'right', 'up', 'down'].map(side => `pan_${side}`),
  'reroll::0',
  ...['v5_2x', 'v5_4x', 'v6_2x_subtle', 'v6_2x_creative', 'v6r1_2x_subtle', 'v6r1_2x_creative'].map(
    name => `upsample_${name}`,
  ),
  'upsample_v7_2x_subtle',
  'upsample_v7_2x_creative',
];

/** It presses the first button that contains the words. Every customId must be a string. */
function buttonsIn({ buttons }: any): DooyButton[] {
  const matches = knownButtons.flatMap(name => {
    const match = buttons.find(({ customId }: any) => customId.indexOf(name) > -1);
    return match ? [{ name, customId: match.customId as string, works: true }] : [];
  });
  const otherButtons = buttons
    .filter(({ customId }: any) => !matches.some(button => button.customId === customId))
    .filter(({ customId }: any) => customId.indexOf('BOOKMARK') === -1);
  return [
    ...matches,
    ...otherButtons.map(({ emoji, label, customId }: any) => ({
      name: `${emoji ?? ''}${label ?? ''}`,
      customId,
      works: false,
    })),
  ];
}
