/** Contacts a server. Nothing is generated. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { ProbeResult } from '../../contract/kind/probe-result.ts';
import { askProbe } from '../../adapter-kit/http/ask-probe.ts';
import { EngineError } from '../../contract/engine-error.ts';
import type { HttpClient, HttpResponse } from '../../adapter-kit/http/http-client.ts';
import { refusalReason } from '../../adapter-kit/http/http-failures.ts';
import { dialects } from './dialects.ts';
import { codesIn } from './failures.ts';
import { openMediaClient } from './openai-media-engine.ts';
import { otherModels } from './other-models.ts';
import type { OpenAiMediaSettings } from './settings.ts';

/** Null means an Ollama without models. */
const modelList = z.object({
  data: z.array(z.object({ id: z.string(), owned_by: z.string().nullish() })).nullable(),
});

export async function probeOpenAiMedia(access: InstanceAccess, signal: AbortSignal): Promise<ProbeResult> {
  const { client } = openMediaClient(access);
  const settings = access.settings as OpenAiMediaSettings;
  try {
    const listedModels = await listModels(client, settings, signal);
    const models = listedModels.map(({ id }) => id);
    const isOllama = listedModels[0]?.owned_by === 'library';
    const program = isOllama ? 'Ollama' : dialects[settings.dialect].title;
    const unsuitable = await otherModels(program, { client, settings, models, signal });
    return {
      program,
      models,
      ...(unsuitable.length > 0 && { unsuitable }),
      notes: await notesOn(settings, client, signal),
    };
  } finally {
    client.close();
  }
}

async function listModels(client: HttpClient, { dialect }: OpenAiMediaSettings, signal: AbortSignal) {
  const { data } = await askProbe(client, {
    path: '/v1/models',
    shape: modelList,
    program: 'an OpenAI-compatible server',
    advice: reason('url_up_to', { path: '/v1' }),
    signal,
    toFailure: answer =>
      dialect === 'litellm' && lacksKey(answer, client)
        ? new EngineError('engine_unauthorized', refusalReason(client))
        : undefined,
  });
  return data ?? [];
}

/**
 * A LiteLLM without a database does not answer 401: a missing key ends in an exception of its own (status 500
 * as plain text), and a key other than its master key in the search for it (LiteLLM 1.106).
 */
function lacksKey({ status, bytes }: HttpResponse, { hasSecret }: Pick<HttpClient, 'hasSecret'>): boolean {
  if (codesIn(bytes).includes('no_db_connection')) return true;
  return !hasSecret && status === 500 && Buffer.from(bytes).toString('utf8') === 'Internal Server Error';
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
