/** The kind of the Gemini API: Nano Banana pictures, Veo clips, and answers of Gemini. */
import type { ResultFiles } from '../../adapter-kit/http/result-files.ts';
import type { StepEngineKind } from '../../contract/steps/step-engine-kind.ts';
import { toAbilities } from './abilities.ts';
import { defaultUrl } from './google-client.ts';
import { openGoogleEngine } from './google-engine.ts';
import { googleSettings, type GoogleSettings } from './google-settings.ts';
import { probeGoogle } from './probe-google.ts';

export function googleKind(results: ResultFiles): StepEngineKind {
  return {
    kind: 'google',
    title: 'Google Gemini API',
    description: {
      en: 'Nano Banana for images, Veo for clips, and Gemini for describe and shorten, with a Google AI Studio key. Paid.',
      zh: '使用 Google AI Studio 的密钥：Nano Banana 图片、Veo 视频，以及用于描述图片和精简提示词的 Gemini。',
    },
    address: 'required',
    defaultUrl,
    secret: 'required',
    settings: googleSettings,
    abilities: (_upstream, settings) => toAbilities(settings as GoogleSettings),
    openSteps: options => openGoogleEngine(options, results),
    probe: probeGoogle,
    listedAs: upstream => ({ provider: 'gemini', model: upstream.replace(/^models\//, '') }),
  };
}
