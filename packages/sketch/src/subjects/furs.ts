/** The furs of animals whose picture is only a face: colors, tail, and where the face ends. */
import { SketchError } from '../job/sketch-error.ts';

export interface FurColors {
  readonly fur: string;
  readonly chest: string;
  /** Color of the lower legs. */
  readonly socks: string;
  readonly tail: 'brush' | 'ringed' | 'tuft';
  readonly tailTip: string;
  /** Units of the face's lowest point and middle in its 32-unit picture. */
  readonly chin: number;
}

const furs: Readonly<Partial<Record<string, FurColors>>> = {
  fox: { fur: '#ff9036', chest: '#ffe2b4', socks: '#493239', tail: 'brush', tailTip: '#fff0dc', chin: 30 },
  wolf: { fur: '#8f8d92', chest: '#dcd5e2', socks: '#77747c', tail: 'brush', tailTip: '#c9c4d0', chin: 30 },
  raccoon: {
    fur: '#a6a3aa',
    chest: '#d9d4de',
    socks: '#55525c',
    tail: 'ringed',
    tailTip: '#4c4853',
    chin: 28,
  },
  lion: { fur: '#f3ac3c', chest: '#fbcf86', socks: '#eda03a', tail: 'tuft', tailTip: '#7d4552', chin: 27.5 },
  cat: { fur: '#ffb52e', chest: '#ffe0a0', socks: '#ffd27a', tail: 'tuft', tailTip: '#ffd27a', chin: 29 },
};

export function findFur(variety: string): FurColors {
  const fur = furs[variety];
  if (fur === undefined) throw new SketchError('data_broken', `No fur ${variety}`);
  return fur;
}
