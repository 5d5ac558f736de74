/** Engines of media servers with the interfaces of OpenAI, for tests of their adapter. */
import type { EngineStatus } from '../../../src/engines/contract/engine-status.ts';
import type { Json } from '../../../src/engines/contract/json.ts';
import { openResultFiles } from '../../../src/engines/adapter-kit/http/result-files.ts';
import { openAiMediaKind } from '../../../src/engines/kinds/openai-media/openai-media-kind.ts';
import { openAiMediaSettings } from '../../../src/engines/kinds/openai-media/settings.ts';
import type { Step } from '../../../src/engines/contract/steps/step.ts';
import type { StepEngine } from '../../../src/engines/contract/steps/step-engine.ts';
import { openMemorySpool } from '../engines/memory-spool.ts';
import { never } from '../test-engine/instance.ts';

export type Settings = Partial<ReturnType<typeof openAiMediaSettings.parse>>;

export function optionsAt({ url }: { url: string }, settings: Settings = {}, secret?: string) {
  const parsed = openAiMediaSettings.parse({ paid: false, makes: 'both', ...settings });
  return { name: 'painter', url, secret, slots: undefined, settings: parsed, spool: openMemorySpool() };
}

export const mediaKind = openAiMediaKind(openResultFiles({ allowedNetworks: ['127.0.0.1'] }));

export const openAt = (...options: Parameters<typeof optionsAt>) =>
  mediaKind.openSteps(optionsAt(...options));

export async function endOf(engine: StepEngine, handle: Json): Promise<EngineStatus> {
  for (;;) {
    const state = await engine.check(handle, 1000, never);
    if (state.state !== 'running') return state;
  }
}

export async function make(engine: StepEngine, step: Step, key = 'a:0'): Promise<EngineStatus> {
  return endOf(engine, await engine.start(step, key, never));
}
