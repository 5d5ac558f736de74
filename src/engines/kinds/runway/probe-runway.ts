/** Asks for the organization of the key. Nothing is generated. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { ProbeResult } from '../../contract/kind/probe-result.ts';
import { askProbe } from '../../adapter-kit/http/ask-probe.ts';
import { openRunwayClient } from './runway-engine.ts';

const organization = z.object({
  creditBalance: z.number(),
  tier: z.object({ models: z.record(z.string(), z.unknown()).optional() }).nullish(),
});

export async function probeRunway(access: InstanceAccess, signal: AbortSignal): Promise<ProbeResult> {
  const client = openRunwayClient(access);
  try {
    const { creditBalance, tier } = await askProbe(client, {
      path: '/v1/organization',
      shape: organization,
      program: 'Runway',
      advice: reason('url_without_path'),
      signal,
    });
    const models = Object.keys(tier?.models ?? {});
    return { program: 'Runway', models, notes: [`It has ${creditBalance} credits.`] };
  } finally {
    client.close();
  }
}
