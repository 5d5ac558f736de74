/** A fake of the API of Black Forest Labs. */
import { type ProviderServer, startProviderServer } from './provider-server.ts';

export const bflKey = 'planted-key-of-flux';

export interface BflServer extends ProviderServer {
  /** What results return instead of their progress. */
  result: object | undefined;
  /** The URL for polling results. Undefined means this server. */
  pollingUrl: string | undefined;
}

export async function startBflServer(): Promise<BflServer> {
  const polls = new Map<string, number>();
  const server = await startProviderServer({
    isStart: ({ method }) => method === 'POST',
    async answer({ method, path, headers, body, query }, files) {
      if (headers['x-key'] !== bflKey) return { status: 403, body: { detail: 'Not authenticated' } };
      if (method === 'POST') {
        if (!body.prompt) return { status: 422, body: { detail: [{ msg: 'prompt is required' }] } };
        const id = `gen-${polls.size}`;
        polls.set(id, 0);
        const polling_url = bfl.pollingUrl ?? `${files.url}/v1/get_result?id=${id}`;
        return { body: { id, polling_url, cost: 4.5, input_mp: 0, output_mp: 1 } };
      }
      if (path === '/v1/credits') return { body: { credits: 812.5 } };
      const id = query.get('id') ?? '';
      const count = polls.get(id);
      if (path !== '/v1/get_result' || count === undefined)
        return { status: 404, body: { id, status: 'Task not found' } };
      polls.set(id, count + 1);
      if (bfl.result) return { body: { id, ...bfl.result } };
      if (count === 0) return { body: { id, status: 'Pending', result: null } };
      return { body: { id, status: 'Ready', result: { sample: await files.addPicture(), seed: 5 } } };
    },
  });
  const bfl: BflServer = Object.assign(server, { result: undefined, pollingUrl: undefined });
  return bfl;
}
