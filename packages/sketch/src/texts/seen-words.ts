/** Describes an unknown picture in words, from light, color and shape only. */
import type { Setting } from '../scene/reading.ts';
import type { PictureFacts } from '../references/analyze-picture.ts';
import type { Figure } from '../references/find-figure.ts';
import { findPalette } from '../references/find-palette.ts';
import { colorName } from './color-names.ts';

export interface SeenWords {
  readonly place: string;
  /** Absent unless something clearly stands out. */
  readonly figureWords?: string;
  readonly light: string;
  readonly direction: string;
  readonly texture: string;
  readonly style?: string;
  readonly layout: string;
}

const places: Partial<Record<Setting, string>> = {
  sea: 'an open sea',
  coast: 'a coast with water and sand',
  lake: 'still water',
  plain: 'a wide green field',
  hills: 'green hills',
  desert: 'a desert of sand',
  snowfield: 'a snowy field',
  forest: 'a green forest',
  city: 'a city',
  mountains: 'dark mountains',
  space: 'outer space',
  studio: 'a studio with a plain background',
};

const styles: Readonly<Partial<Record<string, string>>> = {
  photo: 'photograph',
  watercolor: 'watercolor painting',
  ink: 'ink drawing',
  pencil: 'pencil drawing',
  flat: 'flat design',
  poster: 'poster',
  pixel: 'pixel art',
  neon: 'neon light',
  noir: 'black and white photo',
};

export function seenWords(facts: PictureFacts, figure: Figure | undefined): SeenWords {
  const { light, horizon, style } = facts;
  const words = styles[style.style];
  return {
    place: placeWords(facts),
    ...(figure && figure.confidence >= 0.5 && { figureWords: figureWords(facts, figure) }),
    light: lightWords(facts),
    direction:
      light.x < 0.4 ? 'light from the left' : light.x > 0.6 ? 'light from the right' : 'light from the front',
    texture:
      style.flatness > 0.55
        ? 'flat areas of color'
        : light.contrast > 0.5
          ? 'strong contrast'
          : 'soft contrast, smooth tones',
    ...(words !== undefined && style.confidence >= 0.4 && { style: words }),
    layout: layoutWords(horizon),
  };
}

function placeWords({ place, palette }: PictureFacts): string {
  const placeName = place.confidence >= 0.4 ? places[place.setting] : undefined;
  if (placeName) return placeName;
  if (place.hasSky) return 'an open landscape under the sky';
  return `an abstract arrangement of ${palette.length > 4 ? 'many shapes' : 'a few plain shapes'}`;
}

function figureWords({ small }: PictureFacts, { mask, box, width }: Figure): string {
  const [main] = findPalette({ lab: small.lab, alpha: mask }, 4);
  const middle = (box.left + box.right) / 2 / width;
  const position = middle < 0.38 ? 'on the left' : middle > 0.62 ? 'on the right' : 'in the middle';
  return `one ${main ? `${colorName(main.lab)} ` : ''}figure ${position}`;
}

function lightWords({ light, place }: PictureFacts): string {
  if (!place.hasSky)
    return light.brightness > 0.65
      ? 'bright even light'
      : light.brightness < 0.35
        ? 'dim light'
        : 'soft light';
  const hours = {
    dawn: 'pale light of dawn',
    morning: 'clear morning light',
    noon: 'bright midday light',
    afternoon: 'afternoon light',
    sunset: 'warm light of sunset',
    dusk: 'fading light at dusk',
    night: 'dark night',
  };
  const air = light.weather === 'fog' ? ', fog' : light.weather === 'overcast' ? ', overcast sky' : '';
  return hours[light.time] + air;
}

function layoutWords({ y, confidence }: PictureFacts['horizon']): string {
  if (confidence < 0.3) return 'close view without a horizon';
  if (y < 0.42) return 'high horizon, much ground';
  return y > 0.6 ? 'low horizon, big sky' : 'horizon in the middle';
}
