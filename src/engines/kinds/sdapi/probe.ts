/** Contacts a program, and finds out which one it is. Nothing is generated. */
import { maxListBytes } from '../../adapter-kit/http/answer-limits.ts';
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { ProbeResult } from '../../contract/kind/probe-result.ts';
import { askProbe } from '../../adapter-kit/http/ask-probe.ts';
import type { HttpClient } from '../../adapter-kit/http/http-client.ts';
import { boundedJson } from '../../adapter-kit/http/bounded-json.ts';
import { type Checkpoint, listCheckpoints, checkpointName } from './checkpoints.ts';
import { type DialectName, dialectNames, dialects } from './dialects.ts';
import { openSdapiClient } from './sdapi-engine.ts';
import type { SdapiSettings } from './settings.ts';

export async function probeSdapi(options: InstanceAccess, signal: AbortSignal): Promise<ProbeResult> {
  const client = openSdapiClient(options);
  try {
    const { sd_model_checkpoint: loaded } = await askProbe(client, {
      path: '/sdapi/v1/options',
      shape: optionsShape,
      program: 'an A1111 server',
      advice: reason('url_check_api'),
      signal,
    });
    const [identity, checkpoints, upscalers] = await Promise.all([
      identify(client, signal),
      listCheckpoints(client, signal).catch((): Checkpoint[] => []),
      listUpscalers(client, signal),
    ]);
    const settings = options.settings as SdapiSettings;
    return {
      program: identity.program,
      models: checkpoints.map(checkpointName),
      settings: { dialect: identity.dialect },
      advice: adviceOn(settings, identity.dialect),
      notes: [
        ...(loaded ? [`Loaded: ${loaded}.`] : []),
        ...missingUpscaler(settings, upscalers, identity.dialect),
      ],
    };
  } finally {
    client.close();
  }
}

interface FoundProgram {
  readonly dialect: DialectName;
  readonly program: string;
}

/** Tells which program answers. One without a sign of its own is a web UI. */
async function identify(client: HttpClient, signal: AbortSignal): Promise<FoundProgram> {
  for (const dialect of dialectNames) {
    const { sign, title } = dialects[dialect];
    const answer = sign && (await ask(client, sign.path, signal));
    if (answer !== undefined && JSON.stringify(answer).includes(sign?.text ?? ''))
      return { dialect, program: [title, versionIn(answer)].filter(Boolean).join(' ') };
  }
  const isForge = (await ask(client, '/sdapi/v1/sd-modules', signal)) !== undefined;
  return { dialect: 'webui', program: isForge ? 'Forge' : 'AUTOMATIC1111 or reForge' };
}

/** JSON, or undefined if the program does not have this. */
async function ask(client: HttpClient, path: string, signal: AbortSignal): Promise<unknown> {
  const response = await client.send({ path, signal, maxBytes: maxListBytes });
  return response.isOk ? boundedJson(response.bytes) : undefined;
}

function adviceOn({ dialect }: SdapiSettings, actualDialect: DialectName): string[] {
  if (dialect === actualDialect) return [];
  if (dialect === 'auto') return [`Set dialect to ${actualDialect} to use all that it can do.`];
  return [
    `The setting dialect is ${dialect}, but this is ${dialects[actualDialect].title}: set it to ${actualDialect}.`,
  ];
}

async function listUpscalers(client: HttpClient, signal: AbortSignal): Promise<string[]> {
  const list = upscalerList.safeParse(await ask(client, '/sdapi/v1/upscalers', signal));
  return list.data?.map(({ name }) => name) ?? [];
}

function missingUpscaler(
  { upscaler }: SdapiSettings,
  has: readonly string[],
  actualDialect: DialectName,
): string[] {
  if (!dialects[actualDialect].canUpscale || has.includes(upscaler)) return [];
  return [`It has no upscaler ${upscaler}. It has: ${has.slice(0, 10).join(', ')}.`];
}

const optionsShape = z.object({ sd_model_checkpoint: z.string().nullish() });
const upscalerList = z.array(z.object({ name: z.string() }));
/** SD.Next: `updated`; KoboldCpp: `version`. */
const versionShape = z.object({ version: z.string().optional(), updated: z.string().optional() });

function versionIn(answer: unknown): string | undefined {
  const { data } = versionShape.safeParse(answer);
  return data?.version ?? data?.updated;
}
