/** Analyzes a picture of unknown origin: its colors, light, place and style. */
import { findHorizon, type Horizon, averageRows } from './find-horizon.ts';
import { type FoundLight, findLight } from './find-light.ts';
import { findPalette, type Swatch } from './find-palette.ts';
import { type FoundPlace, findPlace } from './find-place.ts';
import { type FoundStyle, findStyle } from './find-style.ts';
import { type Lab, readSmallPicture, type SmallPicture } from './small-picture.ts';
import { stripFrame } from './strip-frame.ts';

export interface PictureFacts {
  readonly small: SmallPicture;
  /** Width over height. */
  readonly aspect: number;
  /** The most frequent colors first. */
  readonly palette: readonly Swatch[];
  /** The same for the area below the horizon. */
  readonly land: readonly Swatch[];
  readonly mean: Lab;
  readonly horizon: Horizon;
  readonly light: FoundLight;
  readonly place: FoundPlace;
  readonly style: FoundStyle;
  /** Mean colors of the sky from top to bottom, and of the ground from far to near. */
  readonly bands: { readonly sky: readonly [Lab, Lab, Lab]; readonly ground: readonly [Lab, Lab] };
}

export async function analyzePicture(bytes: Uint8Array): Promise<PictureFacts> {
  return collectFacts(await readSmallPicture(bytes));
}

export function collectFacts(picture: SmallPicture): PictureFacts {
  const { inner: small, hasPaperMargin } = stripFrame(picture);
  const horizon = findHorizon(small);
  const split = horizon.confidence > 0.3 ? horizon.y : 0.55;
  const light = findLight(small, split);
  const band = (from: number, to: number) => averageRows(small, { from, to });
  return {
    small: picture,
    aspect: picture.full.width / picture.full.height,
    palette: findPalette(small),
    land: findPalette({ lab: small.lab.subarray(Math.ceil(split * small.height) * small.width * 3) }, 6),
    mean: band(0, 1),
    horizon: { ...horizon, y: split },
    light,
    place: findPlace(small, horizon),
    style: findStyle(small, { light, hasPaperMargin }),
    bands: {
      sky: [band(0, split * 0.3), band(split * 0.35, split * 0.7), band(split * 0.8, split * 0.97)],
      ground: [band(split + 0.03, split + (1 - split) * 0.4), band(split + (1 - split) * 0.6, 1)],
    },
  };
}
