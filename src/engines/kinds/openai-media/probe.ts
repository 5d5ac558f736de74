/** Contacts a server. Nothing is generated. */
import { z } from 'zod';
import type { InstanceAccess, ProbeResult } from '../../contract/engine-kind.ts';
import { askProbe } from '../../adapter-kit/http/ask-probe.ts';
import type { HttpClient } from '../../adapter-kit/http/http-client.ts';
import { dialects } from './dialects.ts';
import { openMediaClient } from './openai-media-engine.ts';
import type { OpenAiMediaSettings } from './settings.ts';

const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });

export async function probeOpenAiMedia(access: InstanceAccess, signal: AbortSignal): Promise<ProbeResult> {
  const { client } = openMediaClient(access);
  const settings = access.settings as OpenAiMediaSettings;
  try {
    const models = await listModels(client, signal);
    return {
      program: dialects[settings.dialect].title,
      models,
      notes: await notesOn(settings, client, signal),
    };
  } finally {
    client.close();
  }
}

async function listModels(client: HttpClient, signal: AbortSignal): Promise<string[]> {
  const { data } = await askProbe(client, {
    path: '/v1/models',
    shape: modelList,
    program: 'an OpenAI-compatible server',
    advice: 'Enter the URL without a path, or up to /v1',
    signal,
  });
  return data.map(({ id }) => id);
}

async function notesOn(
  { dialect, makes }: OpenAiMediaSettings,
  client: HttpClient,
  signal: AbortSignal,
): Promise<string[]> {
  const { makesClips, clips } = dialects[dialect];
  if ((makes !== 'clips' && !makesClips) || !clips.lists) return [];
  const response = await client.send({ path: '/v1/videos?limit=1', signal });
  return response.isOk
    ? []
    : [`It answers /v1/videos with status ${response.status}: it may not make clips.`];
}
