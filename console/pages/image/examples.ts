/** Prompts to begin with, and what the built-in model makes of them. */
import balloons from './examples/balloons.webp';
import fox from './examples/fox.webp';
import lake from './examples/lake.webp';

export interface Example {
  readonly en: string;
  readonly zh: string;
  readonly picture: string;
}

export const examples: readonly Example[] = [
  { en: 'a red fox beside a lighthouse on a cliff at sunset, watercolor --ar 3:2', zh: '', picture: fox },
  { en: 'sailboats on a lake at dawn, mountains --ar 3:2', zh: '', picture: lake },
  { en: 'hot air balloons over a valley of flowers, morning light --ar 3:2', zh: '', picture: balloons },
];
