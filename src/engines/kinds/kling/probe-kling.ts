/** Lists tasks, which shows that the key is right. Nothing is generated. */
import { reason } from '@kinora/shared/errors/reason';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { ProbeResult } from '../../contract/kind/probe-result.ts';
import { askProbe } from '../../adapter-kit/http/ask-probe.ts';
import { z } from 'zod';
import { openKlingClient } from './kling-engine.ts';

const listShape = z.object({ code: z.literal(0) });

export async function probeKling(access: InstanceAccess, signal: AbortSignal): Promise<ProbeResult> {
  const client = openKlingClient(access);
  try {
    await askProbe(client, {
      path: '/v1/videos/text2video?pageNum=1&pageSize=1',
      shape: listShape,
      program: 'Kling',
      advice: reason('url_check_kling'),
      signal,
    });
    return { program: 'Kling', models: [], notes: ['It does not list its models.'] };
  } finally {
    client.close();
  }
}
