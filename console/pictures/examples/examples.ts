/** Example pictures of the built-in models, drawn by scripts/example-pictures.ts. */
import cabin from './cabin.webp';
import castle from './castle.webp';
import desert from './desert.webp';
import morning from './morning.webp';
import night from './night.webp';
import robot from './robot.webp';
import sailboats from './sailboats.webp';

/** The pictures, by model id. The model that interpolates between two pictures has two. */
const pictures: Readonly<Record<string, readonly string[]>> = {
  sketch: [castle],
  'sketch-animate': [cabin],
  'sketch-motion': [sailboats],
  'sketch-short': [desert],
  'sketch-frames': [morning, night],
  'sketch-cast': [robot],
};

/** Empty for models that the operator added. */
export function listExamples(model: string): readonly string[] {
  return pictures[model] ?? [];
}
