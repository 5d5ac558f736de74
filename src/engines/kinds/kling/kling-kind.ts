/** The kind of engines that make clips with the API of Kling. */
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import { clipAbility } from '../../adapter-kit/hosted/clip-settings.ts';
import type { StepEngineKind } from '../../contract/steps/step-engine-kind.ts';
import { openKlingEngine } from './kling-engine.ts';
import { klingSettings, type KlingSettings } from './kling-settings.ts';
import { probeKling } from './probe-kling.ts';

/** The shapes that it makes. The pixels depend on the model. */
const sizes = {
  std: [
    { width: 1280, height: 720 },
    { width: 720, height: 1280 },
    { width: 960, height: 960 },
  ],
  pro: [
    { width: 1920, height: 1080 },
    { width: 1080, height: 1920 },
    { width: 1440, height: 1440 },
  ],
} as const;

export function klingKind(results: ResultFiles): StepEngineKind {
  return {
    kind: 'kling',
    title: 'Kling',
    description: {
      en: 'Clips from text or images, by Kling AI. Paid.',
      zh: '由可灵 AI 根据文字或图片生成视频。付费。',
    },
    address: 'required',
    defaultUrl: 'https://api-singapore.klingai.com',
    secret: 'required',
    settings: klingSettings,
    abilities(_upstream, settings) {
      const { mode, ...can } = settings as KlingSettings;
      return {
        clip: { most: 1, sizes: { multiple: 1, list: sizes[mode] }, hasNegative: true, ...clipAbility(can) },
      };
    },
    openSteps: options => openKlingEngine(options, results),
    probe: probeKling,
  };
}
