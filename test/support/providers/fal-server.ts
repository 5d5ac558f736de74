/** A fake of fal: its queue and its model schemas, in the formats of fal.ai/docs, November 2026. */
import type { ProviderAnswer, ProviderCall, ProviderServer } from './provider-server.ts';
import { startProviderServer } from './provider-server.ts';

export interface FalServer extends ProviderServer {
  /** Responses to requests for the state or the result of a job, one each, instead of the usual one. */
  readonly states: ProviderAnswer[];
  readonly responses: ProviderAnswer[];
  readonly cancelled: string[];
  /** The models that `/v1/models` knows, by endpoint. */
  readonly models: Map<string, object>;
}

interface Job {
  readonly model: string;
  readonly input: Record<string, any>;
  polls: number;
}

const units = { 'x-fal-billable-units': '1.5' };

export async function startFalServer(key: string): Promise<FalServer> {
  const jobs = new Map<string, Job>();
  const cancelled: string[] = [];
  const states: ProviderAnswer[] = [];
  const responses: ProviderAnswer[] = [];
  const models = new Map<string, object>();

  async function jobResult({ model, input }: Job, fake: ProviderServer): Promise<ProviderAnswer> {
    const scriptedResponse = responses.shift();
    if (scriptedResponse) return scriptedResponse;
    const { width = 64, height = 64 } = input['image_size'] ?? {};
    if (model.includes('video'))
      return { headers: units, body: { video: { url: await fake.addClip(), content_type: 'video/mp4' } } };
    if (model.includes('upscale'))
      return { headers: units, body: { image: { url: await fake.addPicture(128, 128) } } };
    const pictures = Array.from({ length: input['num_images'] ?? 1 }, async () => ({
      url: await fake.addPicture(width, height),
      content_type: 'image/png',
    }));
    const images = await Promise.all(pictures);
    return { headers: units, body: { images, seed: 5, has_nsfw_concepts: images.map(() => false) } };
  }

  function submit({ path, body }: ProviderCall, url: string): ProviderAnswer {
    const id = `req-${jobs.size}`;
    jobs.set(id, { model: path.slice(1), input: body, polls: 0 });
    // The URLs of a job contain only the owner and the app.
    const [, owner, app] = path.split('/');
    const base = `${url}/${owner}/${app}/requests/${id}`;
    const addresses = { response_url: base, status_url: `${base}/status`, cancel_url: `${base}/cancel` };
    return { body: { status: 'IN_QUEUE', request_id: id, queue_position: 2, ...addresses } };
  }

  const server = await startProviderServer({
    isStart: ({ method }) => method === 'POST',
    async answer(call, fake) {
      const { method, path, headers, query } = call;
      if (path === '/v1/models') {
        const model = models.get(query.get('endpoint_id') ?? '');
        return { body: { models: model ? [model] : [], next_cursor: null, has_more: false } };
      }
      if (headers.authorization !== `Key ${key}`)
        return { status: 401, body: { detail: 'Invalid credentials' } };
      if (method === 'POST') return submit(call, fake.url);
      const [, , , , id = '', action] = path.split('/');
      const job = jobs.get(id);
      if (!job) return { status: 404, body: { detail: 'Request not found' } };
      if (action === 'cancel') {
        cancelled.push(id);
        return { status: 202, body: { status: 'CANCELLATION_REQUESTED' } };
      }
      if (action !== 'status') return jobResult(job, fake);
      const scriptedState = states.shift();
      if (scriptedState) return scriptedState;
      job.polls++;
      if (job.polls === 1) return { status: 202, body: { status: 'IN_QUEUE', queue_position: 1 } };
      const logs = [{ message: ' 50%|#####     | 14/28 [00:01<00:01]', level: 'INFO' }];
      if (job.polls === 2) return { status: 202, body: { status: 'IN_PROGRESS', logs } };
      return { body: { status: 'COMPLETED', logs, metrics: { inference_time: 1.2 } } };
    },
  });
  return Object.assign(server, { states, responses, cancelled, models });
}
