/** The kind of OpenRouter: pictures and clips of many providers with one key. */
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import type { StepEngineKind } from '../../contract/steps/step-engine-kind.ts';
import { toAbilities } from './abilities.ts';
import { defaultUrl } from './openrouter-client.ts';
import { openRouterEngine } from './openrouter-engine.ts';
import { openRouterSettings, type OpenRouterSettings } from './openrouter-settings.ts';
import { probeOpenRouter } from './probe-openrouter.ts';
import { readOpenRouterPrices } from './read-prices.ts';
import { verifyOpenRouterReport } from './verify-report.ts';

export function openRouterKind(results: ResultFiles): StepEngineKind {
  return {
    kind: 'openrouter',
    title: 'OpenRouter',
    description: {
      en: 'Image and video models of many providers with one OpenRouter key. Reports the cost of each request.',
      zh: '用一个 OpenRouter 密钥使用多家提供商的图片和视频模型。它会报告每次的费用。',
    },
    address: 'required',
    defaultUrl,
    secret: 'required',
    settings: openRouterSettings,
    abilities: (_upstream, settings) => toAbilities(settings as OpenRouterSettings),
    openSteps: options => openRouterEngine(options, results),
    probe: probeOpenRouter,
    verifyReport: verifyOpenRouterReport,
    readPrices: readOpenRouterPrices,
  };
}
