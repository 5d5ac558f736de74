/** What the built-in models make, as pictures: drawn by scripts/example-pictures.ts. */
import cabin from './cabin.webp';
import castle from './castle.webp';
import desert from './desert.webp';
import morning from './morning.webp';
import night from './night.webp';
import robot from './robot.webp';
import sailboats from './sailboats.webp';

/** By the model's id; two for the one that goes from one picture to another. */
const pictures: Readonly<Record<string, readonly string[]>> = {
  sketch: [castle],
  'sketch-animate': [cabin],
  'sketch-motion': [sailboats],
  'sketch-short': [desert],
  'sketch-frames': [morning, night],
  'sketch-cast': [robot],
};

/** Empty: a model that the operator added. */
export function examplesOf(model: string): readonly string[] {
  return pictures[model] ?? [];
}
