/** A fake of Runway's API. */
import { type ProviderServer, startProviderServer } from './provider-server.ts';

export const runwayKey = 'key_planted-of-runway';

export interface RunwayServer extends ProviderServer {
  /** What tasks return instead of their progress. */
  task: object | undefined;
  readonly deleted: string[];
}

const starts = ['/v1/text_to_video', '/v1/image_to_video', '/v1/text_to_image'];
const states = [
  { status: 'PENDING' },
  { status: 'THROTTLED' },
  { status: 'RUNNING', progress: 0.5 },
  { status: 'SUCCEEDED', cost: { credits: 25 } },
];

export async function startRunwayServer(): Promise<RunwayServer> {
  const tasks = new Map<string, { readonly isClip: boolean; polls: number }>();
  const deleted: string[] = [];
  const server = await startProviderServer({
    isStart: ({ method }) => method === 'POST',
    async answer({ method, path, headers, body }, files) {
      if (headers.authorization !== `Bearer ${runwayKey}`)
        return { status: 401, body: { error: 'wrong key' } };
      if (headers['x-runway-version'] !== '2024-11-06') return { status: 400, body: { error: 'no version' } };
      if (method === 'POST') {
        if (!starts.includes(path) || !/^\d+:\d+$/.test(body.ratio))
          return { status: 400, body: { error: 'wrong' } };
        const id = `task-${tasks.size}`;
        tasks.set(id, { isClip: path !== '/v1/text_to_image', polls: 0 });
        return { body: { id, estimatedCost: { credits: 25 } } };
      }
      if (path === '/v1/organization')
        return {
          body: { creditBalance: 40, tier: { models: { 'gen4.5': { maxConcurrentGenerations: 1 } } } },
        };
      const id = path.slice('/v1/tasks/'.length);
      const task = tasks.get(id);
      if (!task) return undefined;
      if (method === 'DELETE') {
        deleted.push(id);
        return { status: 204 };
      }
      const state = states[Math.min(task.polls++, 3)];
      if (runway.task) return { body: { id, ...state, ...runway.task } };
      if (state?.status !== 'SUCCEEDED') return { body: { id, ...state } };
      return {
        body: { id, ...state, output: [task.isClip ? await files.addClip() : await files.addPicture()] },
      };
    },
  });
  const runway: RunwayServer = Object.assign(server, { task: undefined, deleted });
  return runway;
}
