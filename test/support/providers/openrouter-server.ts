/**
 * A fake of OpenRouter: its image API, its video API with jobs and files, its keys and its lists of models.
 */
import {
  type ProviderAnswer,
  type ProviderCall,
  type ProviderServer,
  startProviderServer,
} from './provider-server.ts';
import { pictureOfSize } from '../engines/steps.ts';

export interface OpenRouterServer extends ProviderServer {
  /** Responses to the next image requests, instead of images. */
  readonly pictures: object[];
  /** The end of a job, instead of completion. */
  readonly ends: object[];
}

export const openRouterKey = 'sk-or-v1-planted';

/** Its response to rejected content. */
export const rejectedContent = {
  error: {
    code: 403,
    message: 'Your chosen model requires moderation and your input was flagged',
    metadata: {
      reasons: ['violence'],
      flagged_input: 'a red...',
      provider_name: 'Painter',
      model_slug: 'painter',
    },
  },
};

export async function startOpenRouterServer(): Promise<OpenRouterServer> {
  const pictures: object[] = [];
  const ends: object[] = [];
  /** The polls of each job. */
  const jobs = new Map<string, number>();

  async function answer(call: ProviderCall, fake: ProviderServer): Promise<ProviderAnswer | undefined> {
    const { method, headers, body } = call;
    const path = call.path.replace(/^\/api\/v1/, '');
    if (headers.authorization !== `Bearer ${openRouterKey}`)
      return { status: 401, body: { error: { code: 401, message: 'No cookie auth credentials found' } } };
    if (path === '/key') return { body: { data: { label: 'sk-or-v1-pla...ted', limit_remaining: 12.5 } } };
    if (path === '/images/models') return { body: { data: [{ id: 'acme/painter' }] } };
    if (path === '/videos/models') return { body: { data: [{ id: 'acme/mover' }] } };
    if (path === '/images') return { body: pictures.shift() ?? (await renderPictures(body.n)) };
    const [, , id = '', part] = path.split('/');
    if (method === 'POST') return startJob();
    const polls = jobs.get(id);
    if (polls === undefined) return { status: 404, body: { error: { code: 404, message: 'not found' } } };
    if (part === 'content') return { status: 302, headers: { location: await fake.addClip() } };
    jobs.set(id, polls + 1);
    const job = { id, polling_url: `/api/v1/videos/${id}`, status: polls === 0 ? 'pending' : 'in_progress' };
    if (polls < 2) return { body: job };
    const unsigned_urls = [`https://openrouter.ai/api/v1/videos/${id}/content?index=0`];
    const finalState = { status: 'completed', unsigned_urls, usage: { cost: 0.4, is_byok: false } };
    return { body: { ...job, generation_id: `gen-${id}`, ...(ends[0] ?? finalState) } };
  }

  function startJob(): ProviderAnswer {
    const id = `job-${jobs.size}`;
    jobs.set(id, 0);
    return { status: 202, body: { id, polling_url: `/api/v1/videos/${id}`, status: 'pending' } };
  }

  const server = await startProviderServer({ isStart: ({ method }) => method === 'POST', answer });
  return Object.assign(server, { pictures, ends });
}

async function renderPictures(count: number): Promise<object> {
  const { bytes } = await pictureOfSize(64, 64);
  const item = { b64_json: Buffer.from(bytes).toString('base64'), media_type: 'image/png' };
  const usage = { prompt_tokens: 9, completion_tokens: 1290, total_tokens: 1299, cost: 0.0387 * count };
  return { created: 1, data: Array.from({ length: count }, () => item), usage };
}
