/** Waits until tasks have ended, whatever happens to their server meanwhile. */
import { call, until } from '../servers/app.ts';

/** The number of ids in one request: the interface accepts 1,000. */
const partSize = 500;

export async function untilAllEnded(
  server: { readonly url: string; readonly imageKey: string },
  ids: readonly string[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += partSize) {
    const part = ids.slice(from, from + partSize);
    const list = () =>
      call(`${server.url}/mj/task/list-by-condition`, { key: server.imageKey, json: { ids: part } });
    await until(
      list,
      ({ body }) =>
        Array.isArray(body) &&
        body.length === part.length &&
        body.every(({ status }: { status: string }) => ['SUCCESS', 'FAILURE'].includes(status)),
    );
  }
}
