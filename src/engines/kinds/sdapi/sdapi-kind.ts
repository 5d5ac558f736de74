/** The kind of engines that speak the interface of the Stable Diffusion web UIs. */
import type { Abilities, Ability } from '../../contract/steps/ability.ts';
import type { StepEngineKind } from '../../contract/steps/step-engine-kind.ts';
import { dialects } from './dialects.ts';
import { localPrograms } from './local-programs.ts';
import { probeSdapi } from './probe.ts';
import { openSdapiEngine } from './sdapi-engine.ts';
import { type SdapiSettings, sdapiSettings } from './settings.ts';

export const sdapiKind: StepEngineKind = {
  kind: 'sdapi',
  title: 'Stable Diffusion WebUI',
  description: {
    en: 'AUTOMATIC1111, Forge, reForge, SD.Next, stable-diffusion.cpp or KoboldCpp on your own machine.',
    zh: '您自己机器上的 AUTOMATIC1111、Forge、reForge、SD.Next、stable-diffusion.cpp 或 KoboldCpp。',
  },
  address: 'required',
  secret: 'optional',
  settings: sdapiSettings,
  localPrograms,
  abilities: (_upstream, settings) => toAbilities(settings as SdapiSettings),
  openSteps: openSdapiEngine,
  probe: probeSdapi,
};

function toAbilities(settings: SdapiSettings): Abilities {
  const { most, multiple, canInpaint, canUpscale, canTile, hasExtraImages } = dialects[settings.dialect];
  const pictureAbility: Ability = {
    most,
    sizes: { multiple, maxPixels: settings.maxMegapixels * 1_000_000 },
    hasNegative: settings.negative,
    canTile,
  };
  return {
    generate: pictureAbility,
    imageToImage: pictureAbility,
    ...(canInpaint && { inpaint: pictureAbility }),
    ...(canUpscale && { upscale: { most: 1, hasNegative: settings.negative, canTile } }),
    ...(hasExtraImages && settings.instructions && { instruct: { ...pictureAbility, pictures: 4 } }),
  };
}
