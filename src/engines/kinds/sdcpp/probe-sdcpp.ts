/** Asks a stable-diffusion.cpp server what it is. */
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { ProbeResult } from '../../contract/kind/probe-result.ts';
import { openHttpClient } from '../../adapter-kit/http/http-client.ts';
import type { Capabilities } from './job-state.ts';
import { readCapabilities } from './sdcpp-client.ts';

export async function probeSdcpp(
  { url = '', secret }: Pick<InstanceAccess, 'url' | 'secret'>,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const client = openHttpClient({ url, secret });
  try {
    return toProbeResult(await readCapabilities(client, signal));
  } finally {
    client.close();
  }
}

export function toProbeResult({
  model,
  supported_modes: modes,
  limits,
  features_by_mode: features,
}: Capabilities): ProbeResult {
  const name = model.stem || model.name;
  const canCancel = Object.values(features).some(({ cancel_generating: can }) => can);
  return {
    program: 'stable-diffusion.cpp',
    models: name === '' ? [] : [name],
    settings: {
      pictures: modes.includes('img_gen'),
      clips: modes.includes('vid_gen') ? 'words' : 'none',
    },
    notes: [
      `It makes ${modes.map(mode => modeNames[mode] ?? mode).join(' and ') || 'nothing'}.`,
      ...(limits.max_queue_size === undefined ? [] : [`Its queue has ${limits.max_queue_size} places.`]),
      ...(canCancel ? [] : ['It cannot cancel a job that it has begun.']),
    ],
  };
}

const modeNames: Readonly<Record<string, string>> = { img_gen: 'images', vid_gen: 'clips' };
