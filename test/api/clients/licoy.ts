/**
 * The calls and decisions of ChatGPT-Midjourney (github.com/Licoy, state of September 2024). Its page calls
 * this server directly if it is configured with a URL, otherwise through its own server, which forward
 * everything. It polls every 5 s without end; here it polls without a pause.
 */
import type { Page } from 'playwright-core';
import { until } from '../../support/servers/app.ts';
import { fetchInPage } from '../../support/browser/browser.ts';

/** A drawing in its list. */
export interface LicoyDraw {
  readonly status: 'running' | 'success' | 'error';
  readonly taskId?: string;
  readonly error?: any;
  readonly imageUrl?: string;
  readonly buttons?: readonly { readonly customId: string; readonly text: string }[];
  readonly promptEn?: string;
}

export interface Licoy {
  readonly posts: (readonly [string, any])[];
  /** `modalData` is what the user entered in the region dialog. */
  sendTask(path: string, data: object, modalData?: object): Promise<LicoyDraw>;
}

export type LicoyCall = (path: string, data?: object) => Promise<{ status: number; body: any }>;

/** Calls from the page itself. The URL contains `/mj`. */
export function callFromPage({ page, url, key }: { page: Page; url: string; key: string }): LicoyCall {
  const headers = {
    Accept: 'application/json',
    'Content-Type': 'application/json',
    Authorization: `Bearer ${key}`,
  };
  return (path, data) => fetchInPage(page, `${url}/${path}`, { headers, ...(data && { json: data }) });
}

/** Calls through its server: the bare key, and the body as a stream, so that it has no Content-Length. */
export function callFromServer({ url, key }: { url: string; key: string }): LicoyCall {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json', Authorization: key };
  return async (path, data) => {
    const body = data && { method: 'POST', body: new Blob([JSON.stringify(data)]).stream(), duplex: 'half' };
    const response = await fetch(`${url}/${path}`, { headers, redirect: 'manual', ...body } as RequestInit);
    return { status: response.status, body: await response.json() };
  };
}

export function openLicoy(call: LicoyCall): Licoy {
  const posts: [string, any][] = [];
  const request = async (path: string, data?: object): Promise<any> => {
    if (data) posts.push([path, data]);
    const { status, body } = await call(path, data);
    if (status !== 200) throw body.message ?? body;
    return body;
  };
  const sendTask = async (path: string, data: object, modalData?: object): Promise<LicoyDraw> => {
    try {
      const taskId = readTaskId(await request(path, data));
      return { taskId, ...(await pollTask(request, taskId, modalData)) };
    } catch (error) {
      return { status: 'error', error };
    }
  };
  return { posts, sendTask };
}

/** It never reads the code: a result is a task, and without a result it shows no reason. */
function readTaskId(answer: any): string {
  if (!answer?.result) throw 'not task id';
  return answer.result;
}

type Request = (path: string, data?: object) => Promise<any>;

/** It sends the mask of a region only if the very first poll returns MODAL: later polls have lost it. */
async function pollTask(request: Request, taskId: string, modalData?: object): Promise<LicoyDraw> {
  let pendingModal = modalData;
  let isAnswered = false;
  const poll = async () => {
    const task = await request(`task/${taskId}/fetch`);
    if (task.status === 'MODAL' && !isAnswered) {
      readTaskId(await request('submit/modal', { ...pendingModal, taskId }));
      isAnswered = true;
    }
    pendingModal = undefined;
    return task;
  };
  const task = await until(poll, ({ status }) => status === 'FAILURE' || status === 'SUCCESS');
  if (task.status === 'FAILURE') return { status: 'error', error: task.failReason };
  return { status: 'success', imageUrl: task.imageUrl, promptEn: task.promptEn, buttons: readButtons(task) };
}

/** A button shows its label, or else its emoji; the heart is hidden. */
function readButtons({ buttons }: any): { customId: string; text: string }[] {
  return buttons
    .map(({ customId, label, emoji }: any) => ({ customId, text: label || emoji }))
    .filter(({ text }: any) => text !== '❤️');
}
