/**
 * The kind of engines that make clips with Seedance and pictures with Seedream, at
 * Volcengine Ark or BytePlus ModelArk.
 */
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import type { StepEngineKind } from '../../contract/steps/step-engine-kind.ts';
import { toAbilities } from './abilities.ts';
import { probeVolcengine } from './probe-volcengine.ts';
import { openVolcengineEngine } from './volcengine-engine.ts';
import { volcengineSettings, type VolcengineSettings } from './volcengine-settings.ts';

export function volcengineKind(results: ResultFiles): StepEngineKind {
  return {
    kind: 'volcengine',
    title: 'Volcengine Ark and BytePlus ModelArk',
    description: {
      en: 'Seedance for clips and Seedream for images, by ByteDance. Paid.',
      zh: '字节跳动火山方舟：Seedance 视频与 Seedream 图片。付费。',
    },
    address: 'required',
    defaultUrl: 'https://ark.cn-beijing.volces.com',
    secret: 'required',
    settings: volcengineSettings,
    abilities: (_upstream, settings) => toAbilities(settings as VolcengineSettings),
    openSteps: options => openVolcengineEngine(options, results),
    probe: probeVolcengine,
  };
}
