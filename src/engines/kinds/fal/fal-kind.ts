/** The kind of fal: any of its models, through its queue. */
import type { InstanceOptions } from '../../contract/kind/instance-options.ts';
import { openJobEngine } from '../../adapter-kit/hosted/job-engine.ts';
import { inputAbilities } from '../../adapter-kit/hosted/model-input/input-abilities.ts';
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import type { StepEngineKind } from '../../contract/steps/step-engine-kind.ts';
import { falUrl, openFalClient } from './fal-client.ts';
import { falProtocol } from './fal-protocol.ts';
import { type FalSettings, falSettings } from './fal-settings.ts';
import { readFalPrices } from './prices.ts';
import { probeFal } from './probe.ts';
import { proposeFalCard } from './propose.ts';
import { verifyFalWebhook } from './webhook.ts';

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
    openSteps: options => openFal(options, results),
    probe: probeFal,
    verifyWebhook: verifyFalWebhook,
    readPrices: readFalPrices,
    proposeCard: proposeFalCard,
  };
}

function openFal(options: InstanceOptions, results: ResultFiles) {
  const protocol = falProtocol(options.settings as FalSettings);
  return openJobEngine({ protocol, client: openFalClient(options), results, options });
}
