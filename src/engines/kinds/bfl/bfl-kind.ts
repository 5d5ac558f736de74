/** The kind of engines that make pictures with the API of Black Forest Labs. */
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import type { StepEngineKind } from '../../contract/steps/step-engine-kind.ts';
import { openBflEngine } from './bfl-engine.ts';
import { bflSettings } from './bfl-settings.ts';
import { findFamily } from './families.ts';
import { probeBfl } from './probe-bfl.ts';

export function bflKind(results: ResultFiles): StepEngineKind {
  return {
    kind: 'bfl',
    title: 'Black Forest Labs',
    description: {
      en: 'FLUX models, hosted by Black Forest Labs: text to image, editing and inpainting. Paid.',
      zh: 'Black Forest Labs 官方 FLUX：文字生成、指令编辑与局部重绘图片。付费。',
    },
    address: 'required',
    defaultUrl: 'https://api.bfl.ai',
    secret: 'required',
    settings: bflSettings,
    abilities: upstream => findFamily(upstream).abilities,
    openSteps: options => openBflEngine(options, results),
    probe: probeBfl,
    listedAs: model => ({ provider: 'black_forest_labs', model }),
  };
}
