/** The kind of engines that make clips and pictures with the API of Runway. */
import { clipAbility } from '../../adapter-kit/hosted/clip-settings.ts';
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import { listedSizes } from '../../planner/size-settings.ts';
import type { Abilities } from '../../contract/steps/ability.ts';
import type { StepEngineKind } from '../../contract/steps/step-engine-kind.ts';
import { probeRunway } from './probe-runway.ts';
import { openRunwayEngine } from './runway-engine.ts';
import { runwaySettings, type RunwaySettings } from './runway-settings.ts';

/** The sizes of gen4.5 and gen4_image. */
const defaultSizes = {
  clips: '1280x720,720x1280',
  pictures: '1920x1080,1080x1920,1440x1080,1080x1440,1080x1080,1680x720',
};

export function runwayKind(results: ResultFiles): StepEngineKind {
  return {
    kind: 'runway',
    title: 'Runway',
    description: {
      en: 'Video and image models of Runway, and third-party models that it offers. Paid.',
      zh: 'Runway 及其转售模型的视频与图片。付费。',
    },
    address: 'required',
    defaultUrl: 'https://api.dev.runwayml.com',
    secret: 'required',
    settings: runwaySettings,
    abilities: (_upstream, settings) => toAbilities(settings as RunwaySettings),
    openSteps: options => openRunwayEngine(options, results),
    probe: probeRunway,
    listedAs: model => ({ provider: 'runwayml', model }),
  };
}

function toAbilities(settings: RunwaySettings): Abilities {
  const { makes, sizes: sizeList, negative, mostPictures } = settings;
  const sizes = { multiple: 1, list: listedSizes(sizeList || defaultSizes[makes]) };
  if (makes === 'clips') return { clip: { most: 1, sizes, hasNegative: negative, ...clipAbility(settings) } };
  return {
    generate: { most: 1, sizes },
    ...(mostPictures > 0 && { instruct: { most: 1, sizes, pictures: mostPictures } }),
  };
}
