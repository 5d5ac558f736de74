/** The kind of engines that speak the media interfaces of OpenAI. */
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import type { StepEngineKind } from '../../contract/steps/step-engine-kind.ts';
import { toAbilities } from './abilities.ts';
import { localPrograms } from './local-programs.ts';
import { openOpenAiMediaEngine } from './openai-media-engine.ts';
import { readMediaPrices } from './prices.ts';
import { probeOpenAiMedia } from './probe.ts';
import { openAiMediaSettings, type OpenAiMediaSettings } from './settings.ts';

export function openAiMediaKind(results: ResultFiles): StepEngineKind {
  return {
    kind: 'openai-media',
    title: 'OpenAI-compatible media server',
    description: {
      en: 'Any server with the OpenAI image or video API: OpenAI, LiteLLM, new-api, another Kinora (clips), vLLM-Omni, SGLang, LocalAI and others.',
      zh: 'OpenAI、LiteLLM、new-api、另一个 Kinora（视频）、vLLM-Omni、SGLang、LocalAI，或提供相同图片、视频接口的其他服务器。',
    },
    address: 'required',
    secret: 'optional',
    settings: openAiMediaSettings,
    localPrograms,
    abilities: (_upstream, settings) => toAbilities(settings as OpenAiMediaSettings),
    openSteps: options => openOpenAiMediaEngine(options, results),
    probe: probeOpenAiMedia,
    readPrices: readMediaPrices,
    listedAs: (model, settings) =>
      isOpenAi(settings as OpenAiMediaSettings) ? { provider: 'openai', model } : undefined,
  };
}

/** Self-hosted and other servers may use the same model names at different prices. */
function isOpenAi({ dialect, paid: isPaid }: OpenAiMediaSettings): boolean {
  return dialect === 'openai' && isPaid;
}
