/**
 * A fake of Replicate: predictions, uploads, models and the account, in the formats of
 * replicate.com/docs, November 2026.
 */
import { type ProviderAnswer, type ProviderServer, startProviderServer } from './provider-server.ts';

export interface ReplicateServer extends ProviderServer {
  /** Fields of a polled prediction, one for each poll, instead of the usual ones. */
  readonly states: object[];
  /** Responses to uploads, instead of the usual one. */
  readonly uploads: ProviderAnswer[];
  readonly cancelled: string[];
  /** Models by `owner/name`. */
  readonly models: Map<string, object>;
}

interface Prediction {
  readonly version: string;
  readonly input: Record<string, any>;
  polls: number;
}

export async function startReplicateServer(token: string): Promise<ReplicateServer> {
  const predictions = new Map<string, Prediction>();
  const cancelled: string[] = [];
  const states: object[] = [];
  const uploads: ProviderAnswer[] = [];
  const models = new Map<string, object>();

  async function predictionOutput({ version, input }: Prediction, fake: ProviderServer): Promise<unknown> {
    if (version.includes('video')) return fake.addClip();
    const { width = 64, height = 64, num_outputs: count = 1 } = input;
    if (version.includes('upscaler')) return fake.addPicture(128, 128);
    return Promise.all(Array.from({ length: count }, () => fake.addPicture(width, height)));
  }

  async function predictionState(id: string, prediction: Prediction, fake: ProviderServer): Promise<object> {
    const { version, input } = prediction;
    const base = { id, version, input, logs: '', error: null, output: null, metrics: {} };
    const scriptedState = states.shift();
    if (scriptedState) return { ...base, status: 'processing', ...scriptedState };
    prediction.polls++;
    if (prediction.polls === 1) return { ...base, status: 'starting' };
    const logs = 'Using seed: 5\n  0%|          | 0/28\r 50%|#####     | 14/28';
    if (prediction.polls === 2) return { ...base, status: 'processing', logs };
    const output = await predictionOutput(prediction, fake);
    return { ...base, status: 'succeeded', logs, output, metrics: { predict_time: 2.5, total_time: 3 } };
  }

  const server = await startProviderServer({
    isStart: ({ method, path }) => method === 'POST' && path === '/v1/predictions',
    async answer({ method, path, headers, body }, fake) {
      if (headers.authorization !== `Bearer ${token}`)
        return { status: 401, body: { title: 'Unauthenticated', detail: 'Bad token', status: 401 } };
      if (path === '/v1/account') return { body: { type: 'user', username: 'painter', name: 'A painter' } };
      if (path.startsWith('/v1/models/')) {
        const [, , , owner, name, , version] = path.split('/');
        const model = models.get(`${owner}/${name}`) as any;
        return model && { body: version ? model.latest_version : model };
      }
      if (path === '/v1/files')
        return uploads.shift() ?? { status: 201, body: { id: 'f', urls: { get: `${fake.url}/v1/files/f` } } };
      if (path === '/v1/predictions' && method === 'POST') {
        const id = `prediction${predictions.size}`;
        predictions.set(id, { version: body.version, input: body.input, polls: 0 });
        return { status: 201, body: { id, ...body, status: 'starting', output: null, error: null } };
      }
      const [, , , id = '', action] = path.split('/');
      const prediction = predictions.get(id);
      if (!prediction) return { status: 404, body: { detail: 'Not found', status: 404 } };
      if (action === 'cancel') {
        cancelled.push(id);
        return { body: { id, status: 'canceled' } };
      }
      return { body: await predictionState(id, prediction, fake) };
    },
  });
  return Object.assign(server, { states, uploads, cancelled, models });
}
