/** A fake of Ark: Seedance with tasks, Seedream with immediate answers. */
import { type ProviderServer, startProviderServer } from './provider-server.ts';
import { pictureOfSize } from '../engines/steps.ts';

export const arkKey = 'planted-key-of-ark';

export interface ArkServer extends ProviderServer {
  /** What tasks return instead of their progress. */
  task: object | undefined;
  /** What image requests return instead of an image. */
  picture: object | undefined;
}

const tasksPath = '/api/v3/contents/generations/tasks';
const states = ['queued', 'running', 'succeeded'] as const;

export async function startArkServer(): Promise<ArkServer> {
  const polls = new Map<string, number>();
  const server = await startProviderServer({
    isStart: ({ method }) => method === 'POST',
    async answer({ method, path, headers, body, query }, files) {
      if (headers.authorization !== `Bearer ${arkKey}`)
        return { status: 401, body: { error: { code: 'AuthenticationError', message: 'wrong key' } } };
      if (method === 'POST' && path === '/api/v3/images/generations') {
        const [width = 0, height = 0] = body.size.split('x').map(Number);
        const { bytes } = await pictureOfSize(width, height);
        const b64_json = Buffer.from(bytes).toString('base64');
        return { body: ark.picture ?? { model: body.model, data: [{ b64_json, size: body.size }] } };
      }
      if (method === 'POST' && path === tasksPath) {
        const id = `cgt-${polls.size}`;
        polls.set(id, 0);
        return { body: { id } };
      }
      if (path === tasksPath && query.has('page_num')) return { body: { total: 0, items: [] } };
      const id = path.slice(tasksPath.length + 1);
      const count = polls.get(id);
      if (count === undefined)
        return { status: 404, body: { error: { code: 'ResourceNotFound', message: 'no such task' } } };
      if (method === 'DELETE') return { body: {} };
      polls.set(id, count + 1);
      const status = states[Math.min(count, 2)];
      if (ark.task) return { body: { id, status, ...ark.task } };
      if (status !== 'succeeded') return { body: { id, status } };
      const content = { video_url: await files.addClip() };
      return { body: { id, status, content, usage: { completion_tokens: 108_900 } } };
    },
  });
  const ark: ArkServer = Object.assign(server, { task: undefined, picture: undefined });
  return ark;
}
