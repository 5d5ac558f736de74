/**
 * What the models can do, by the beginning of their names. Facts from the documents of
 * the API, 2026-02 to 2026-11.
 */
import { sizeOfPixels } from '../../adapter-kit/hosted/ratios.ts';
import type { Abilities } from '../../contract/steps/ability.ts';

export interface Family {
  readonly prefix: string;
  readonly abilities: Abilities;
  /** Whether its pictures have a size in pixels. Otherwise they have a ratio. */
  readonly hasSize: boolean;
}

export const ratios = ['21:9', '16:9', '3:2', '4:3', '1:1', '3:4', '2:3', '9:16', '9:21'] as const;

const megapixel = 1_000_000;
const flux2Sizes = { multiple: 16, minPixels: 256 * 256, maxPixels: 4 * megapixel };
const flux1Sizes = { multiple: 32, minPixels: 256 * 256, maxPixels: 1440 * 1440 };

function flux2(prefix: string, pictures: number): Family {
  const pictureAbility = { most: 1, sizes: flux2Sizes };
  return {
    prefix,
    hasSize: true,
    abilities: { generate: pictureAbility, instruct: { ...pictureAbility, pictures } },
  };
}

function ofRatio(pixels: number) {
  return { most: 1, sizes: { multiple: 1, list: ratios.map(ratio => sizeOfPixels(ratio, pixels)) } };
}

const kontext = ofRatio(megapixel);
const fill: Abilities = { inpaint: { most: 1, sizes: { multiple: 16, maxPixels: 4 * megapixel } } };

/** The first that matches counts. Models of later names are taken for those of FLUX.2. */
const families: readonly Family[] = [
  flux2('flux-2-klein', 4),
  { prefix: 'flux-kontext', hasSize: false, abilities: { generate: kontext, instruct: kontext } },
  { prefix: 'flux-pro-1.0-fill', hasSize: false, abilities: fill },
  {
    prefix: 'flux-pro-1.1-ultra',
    hasSize: false,
    abilities: { generate: ofRatio(4 * megapixel) },
  },
  { prefix: 'flux-pro', hasSize: true, abilities: { generate: { most: 1, sizes: flux1Sizes } } },
  { prefix: 'flux-dev', hasSize: true, abilities: { generate: { most: 1, sizes: flux1Sizes } } },
];

export function findFamily(upstream: string): Family {
  return families.find(({ prefix }) => upstream.startsWith(prefix)) ?? flux2('', 8);
}
