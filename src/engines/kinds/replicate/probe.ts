/** Asks whose key it is. Nothing is generated. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { ProbeResult } from '../../contract/kind/probe-result.ts';
import { askProbe } from '../../adapter-kit/http/ask-probe.ts';
import { openReplicateClient } from './replicate-client.ts';

const account = z.object({ username: z.string() });

export async function probeReplicate(access: InstanceAccess, signal: AbortSignal): Promise<ProbeResult> {
  const client = openReplicateClient(access);
  try {
    const { username } = await askProbe(client, {
      path: '/v1/account',
      shape: account,
      program: 'Replicate',
      advice: reason('url_without', { path: '/v1' }),
      signal,
    });
    const notes = [`Account ${client.clean(username)}. Its models are at replicate.com/explore.`];
    return { program: 'Replicate', models: [], notes };
  } finally {
    client.close();
  }
}
