/** A small file that a Kinora serves, for downloads while it does other work. */
import { openConnections, requestBytes } from './connections.ts';
import { askUntilEnded, submitOne, type Kinora } from './kinora.ts';

/** Returns its address. */
export async function smallPicture(kinora: Pick<Kinora, 'port' | 'imageKey'>): Promise<string> {
  const connections = await openConnections(kinora.port, 1);
  const json = { prompt: 'x --v 1' };
  const submission = { path: '/mj/submit/imagine', key: kinora.imageKey, json } as const;
  const poll = requestBytes(await submitOne(connections, submission));
  await askUntilEnded(connections, poll);
  const { body } = await connections.send(poll);
  connections.close();
  const { pathname } = new URL((JSON.parse(body) as { imageUrl: string }).imageUrl);
  return `http://127.0.0.1:${kinora.port}${pathname}`;
}
