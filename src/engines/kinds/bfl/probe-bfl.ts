/** Asks for the credits of the key. Nothing is generated. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { ProbeResult } from '../../contract/kind/probe-result.ts';
import { askProbe } from '../../adapter-kit/http/ask-probe.ts';
import { openBflClient } from './bfl-engine.ts';

const creditsShape = z.object({ credits: z.number() });

export async function probeBfl(access: InstanceAccess, signal: AbortSignal): Promise<ProbeResult> {
  const client = openBflClient(access);
  try {
    const { credits } = await askProbe(client, {
      path: '/v1/credits',
      shape: creditsShape,
      program: 'the API of Black Forest Labs',
      advice: reason('url_up_to', { path: '/v1' }),
      signal,
    });
    return { program: 'Black Forest Labs', models: [], notes: [`It has ${credits} credits.`] };
  } finally {
    client.close();
  }
}
