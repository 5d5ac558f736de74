/**
 * Probes a ComfyUI server without generating anything: its version, devices and queue, and the workflows that
 * it can run.
 */
import { maxListBytes } from '../../adapter-kit/http/answer-limits.ts';
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { ProbeResult } from '../../contract/kind/probe-result.ts';
import { askProbe } from '../../adapter-kit/http/ask-probe.ts';
import { type HttpClient, openHttpClient } from '../../adapter-kit/http/http-client.ts';
import { boundedJson } from '../../adapter-kit/http/bounded-json.ts';
import type { Families } from './families/families.ts';
import { queueShape } from './server/job-record.ts';
import { findRequirements } from './families/requirements.ts';
import { type NodeClasses, nodeClassShape } from './workflow/node-class.ts';

const statsShape = z.object({
  system: z.object({ comfyui_version: z.string().optional() }),
  devices: z.array(
    z.object({ name: z.string(), vram_total: z.number().optional(), vram_free: z.number().optional() }),
  ),
});
const classesShape = z.record(z.string(), nodeClassShape.optional().catch(undefined));
const metadataShape = z.object({ 'modelspec.architecture': z.string().optional() });

/** The description of all nodes has many megabytes on a server with many custom nodes. */
const maxClassesBytes = 128 * 1024 * 1024;
const gigabyte = 1024 ** 3;

export async function probeComfyui(
  { url = '', secret }: InstanceAccess,
  families: Families,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const client = openHttpClient({ url, secret });
  try {
    const ask = openAsk(client, signal);
    const stats = await ask('/system_stats', statsShape);
    const queue = await ask('/queue', queueShape);
    const classes = knownClasses(await ask('/object_info', classesShape));
    const { models, uncertain, notes } = await findRequirements(
      families,
      classes,
      openArchitectures(client, signal),
    );
    const { comfyui_version: version } = stats.system;
    return {
      program: version ? `ComfyUI ${version}` : 'ComfyUI',
      models,
      uncertain,
      notes: [
        `Queue: ${queue.queue_running.length} running, ${queue.queue_pending.length} waiting.`,
        ...stats.devices.map(deviceNote),
        ...notes,
      ],
    };
  } finally {
    client.close();
  }
}

function openAsk(client: HttpClient, signal: AbortSignal) {
  return <Shape extends z.ZodType>(path: string, shape: Shape): Promise<z.infer<Shape>> => {
    const advice = reason('url_check');
    return askProbe(client, { path, shape, program: 'ComfyUI', advice, signal, maxBytes: maxClassesBytes });
  };
}

/**
 * Reads the architectures that files name. Only files in the safetensors format can name one, and most do
 * not.
 */
function openArchitectures(client: HttpClient, signal: AbortSignal) {
  return async (file: string): Promise<string | undefined> => {
    const path = `/view_metadata/checkpoints?filename=${encodeURIComponent(file)}`;
    const { isOk, bytes } = await client.send({ path, signal, maxBytes: maxListBytes });
    const { data } = metadataShape.safeParse(isOk ? boundedJson(bytes) : undefined);
    return data?.['modelspec.architecture'];
  };
}

function knownClasses(classes: z.infer<typeof classesShape>): NodeClasses {
  return new Map(
    Object.entries(classes).flatMap(([name, nodeClass]) => (nodeClass ? [[name, nodeClass] as const] : [])),
  );
}

function deviceNote({
  name,
  vram_total: total,
  vram_free: free,
}: z.infer<typeof statsShape>['devices'][number]): string {
  if (total === undefined || free === undefined) return `${name}.`;
  return `${name}: ${(free / gigabyte).toFixed(1)} of ${(total / gigabyte).toFixed(1)} GB free.`;
}
