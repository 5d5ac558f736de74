/** One task over HTTP, from its submit to the record that shows its result. */
import { systemClock } from '@kinora/shared/clock';
import type { BenchServer } from './served.ts';

const pollEveryMs = 20;

export interface DrawnTask {
  readonly seconds: number;
  /** Processor time of all threads of the server. NaN where there is no /proc. */
  readonly cpuSeconds: number;
  readonly record: TaskRecord;
}

/** The fields of either interface's record that are read here. */
export interface TaskRecord {
  readonly id: string;
  readonly status: string;
  readonly imageWidth?: number;
  readonly imageHeight?: number;
  readonly imageUrl?: string;
  readonly imageUrls?: readonly { readonly url: string }[];
  readonly buttons?: readonly { readonly label: string; readonly customId: string }[];
}

export async function draw(
  server: BenchServer,
  { path, json }: { path: string; json: unknown },
): Promise<DrawnTask> {
  const key = path.startsWith('/v1') ? server.videoKey : server.imageKey;
  const cpuBefore = await server.usage();
  const startedMs = performance.now();
  const { id, result } = await call(`${server.url}${path}`, { key, json });
  const address = id ? `/v1/videos/${id}` : `/mj/task/${result}/fetch`;
  for (;;) {
    const record = await call(`${server.url}${address}`, { key });
    const seconds = (performance.now() - startedMs) / 1000;
    if (['SUCCESS', 'completed'].includes(record.status)) {
      const cpuSeconds = ((await server.usage())?.cpuSeconds ?? Number.NaN) - (cpuBefore?.cpuSeconds ?? 0);
      return { seconds, cpuSeconds, record };
    }
    if (['FAILURE', 'failed'].includes(record.status)) throw new Error(JSON.stringify(record));
    await systemClock.sleep(pollEveryMs);
  }
}

async function call(
  url: string,
  { key, json }: { key: string; json?: unknown },
): Promise<TaskRecord & { result?: string }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const init = json === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(json) };
  const response = await fetch(url, init);
  const body = await response.json();
  if (!response.ok || body.code === 4) throw new Error(`${url}: ${JSON.stringify(body)}`);
  return body;
}
