/** The kind of fal: any of its models, through its queue. */
import { inputAbilities } from '../../adapter-kit/hosted/model-input/input-abilities.ts';
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import type { StepEngineKind } from '../../contract/steps/step-engine-kind.ts';
import { falUrl } from './fal-client.ts';
import { openFalEngine } from './fal-engine.ts';
import { type FalSettings, falSettings } from './fal-settings.ts';
import { readFalPrices } from './prices.ts';
import { probeFal } from './probe.ts';
import { proposeFalCard } from './propose.ts';
import { verifyFalReport } from './verify-report.ts';

export function falKind(results: ResultFiles): StepEngineKind {
  return {
    kind: 'fal',
    title: 'fal',
    description: {
      en: 'Any image or video model hosted by fal. Paid per image, second or megapixel.',
      zh: 'fal 托管的图片与视频模型，可按名称使用任意模型。按图片、秒或百万像素付费。',
    },
    address: 'required',
    defaultUrl: falUrl,
    secret: 'required',
    settings: falSettings,
    abilities: (_upstream, settings) => inputAbilities(settings as FalSettings),
    openSteps: options => openFalEngine(options, results),
    probe: probeFal,
    verifyReport: verifyFalReport,
    readPrices: readFalPrices,
    proposeCard: proposeFalCard,
  };
}
