/** Applies the parameters of a prompt to the look of a version. */
import { clamp } from '../../raster/colors.ts';
import type { Finish, Look } from '../../scene/scene.ts';
import type { ParameterSettings } from './parameter-settings.ts';
import { addFinish, noFinish } from './finishes.ts';

export function applyLookParameters(look: Look, settings: ParameterSettings): Look {
  const { lush, drama, done, work, style } = settings;
  const plainness = Math.max(0, -lush);
  const lushness = Math.max(0, lush);
  const changes = addFinish(addFinish(noFinish, lushFinish(lushness, plainness)), dramaFinish(drama));
  const hasChanges = lushness + plainness + drama > 0;
  const air =
    (look.lush ?? 0) * (1 - plainness) +
    lush +
    (style === 'scenic' ? 0.45 : 0) +
    (style === 'cute' ? 0.35 : 0) +
    drama * 0.3;
  return {
    ...look,
    detail: clamp(
      look.detail *
        (1 + lushness * 0.5 + drama * 0.5 - plainness * 0.45) *
        Math.min(1, 0.2 + done) *
        Math.min(1, work ** 0.6),
      0.02,
      2.4,
    ),
    richness: look.richness * (1 + lushness * 0.5 - plainness * 0.9),
    saturation: look.saturation * (1 + lushness * 0.16 - plainness * 0.16 + drama * 0.1),
    ...(hasChanges && { finish: addFinish(look.finish ?? noFinish, changes) }),
    ...(air !== 0 && { lush: clamp(air, -1, 1.2) }),
    ...(done < 1 && { done }),
    ...(work !== 1 && { work }),
  };
}

function lushFinish(rich: number, plain: number): Partial<Finish> {
  return {
    bloom: rich * 0.26,
    contrast: rich * 0.3 - plain * 0.14,
    saturation: rich * 0.2 - plain * 0.12,
    clarity: rich * 0.14,
    corners: rich * 0.2 - plain,
    fade: rich * -0.12,
    split: rich * 0.4,
    ...(rich > 0 && { lights: '#ffdf9e', darks: '#2c3a7a' }),
  };
}

function dramaFinish(drama: number): Partial<Finish> {
  return {
    clarity: drama * 1.1,
    contrast: drama * 0.5,
    saturation: drama * 0.18,
    corners: drama * 0.55,
    fade: drama * -0.16,
  };
}
