/** Lists tasks, which shows that the key is right. Nothing is generated. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { ProbeResult } from '../../contract/kind/probe-result.ts';
import { askProbe } from '../../adapter-kit/http/ask-probe.ts';
import { openArkClient } from './volcengine-engine.ts';

const listShape = z.object({ total: z.number() });

export async function probeVolcengine(access: InstanceAccess, signal: AbortSignal): Promise<ProbeResult> {
  const client = openArkClient(access);
  try {
    await askProbe(client, {
      path: '/api/v3/contents/generations/tasks?page_num=1&page_size=1',
      shape: listShape,
      program: 'Ark',
      advice: reason('url_up_to', { path: '/api/v3' }),
      signal,
    });
    const notes = ['It does not list its models. Each must be activated in the console of the provider.'];
    return { program: 'Ark', models: [], notes };
  } finally {
    client.close();
  }
}
