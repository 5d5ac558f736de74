/**
 * The usual names of model inputs at providers that host thousands of models.
 * Every model has input fields of its own, but most follow these conventions. As seen in schemas of November
 * 2026.
 */
import { listItems } from '../../../../platform/lib/text/list-items.ts';

/** The names of the fields for each meaning of an input. The first one that a model has is used. */
export const conventions = {
  prompt: ['prompt', 'text_prompt', 'instruction'],
  negative: ['negative_prompt'],
  /** Names for the one picture that is changed, or that is the first frame. */
  picture: [
    'image_url',
    'image',
    'input_image',
    'init_image',
    'start_image_url',
    'start_image',
    'first_frame_image',
    'first_frame_url',
    'first_frame',
    'image_input_url',
  ],
  /** A list of pictures. */
  pictures: ['image_urls', 'image_input', 'input_images', 'images'],
  /** A list of pictures that a clip shows. */
  references: ['reference_images', 'reference_image_urls'],
  /** White is repainted. */
  mask: ['mask_url', 'mask', 'mask_image_url', 'mask_image'],
  /** Names for the picture that is the last frame. */
  last: [
    'last_frame_image',
    'last_frame_url',
    'last_frame',
    'end_image_url',
    'end_image',
    'tail_image_url',
    'last_image',
  ],
  /** How much the picture is changed. 0 leaves it as it is. */
  strength: ['strength', 'prompt_strength'],
  count: ['num_images', 'num_outputs'],
  seed: ['seed'],
  /** An object with width and height. */
  imageSize: ['image_size'],
  width: ['width'],
  height: ['height'],
  /** Names for a ratio such as `16:9`. */
  ratio: ['aspect_ratio', 'ratio'],
  /** Names for a resolution such as `720p`. */
  resolution: ['resolution'],
  seconds: ['duration', 'seconds'],
  frames: ['num_frames'],
  fps: ['fps', 'frames_per_second'],
  audio: ['generate_audio', 'enable_audio'],
  /** How many times larger an enlarged picture is. */
  factor: ['scale', 'upscale_factor', 'scale_factor'],
} as const;

export type InputMeaning = keyof typeof conventions;
/** The name of the field of a model for each meaning that one of its fields has. */
export type ModelFields = Readonly<Partial<Record<InputMeaning, string>>>;

export const inputMeanings = Object.keys(conventions) as InputMeaning[];

/**
 * Reads a list such as `prompt, image_size, my_picture=picture`. Fields that match no convention and are
 * given no meaning are ignored.
 */
export function parseInputFields(list: string): ModelFields {
  const entries = listItems(list).map(entry => entry.split('='));
  const namedEntries = entries.flatMap(([name = '', meaning]) => (meaning ? [[meaning, name] as const] : []));
  const names = entries.flatMap(([name = '', meaning]) => (meaning ? [] : [name]));
  return { ...matchInputFields(names), ...Object.fromEntries(namedEntries) };
}

export function matchInputFields(names: readonly string[]): ModelFields {
  const entries = inputMeanings.flatMap(meaning => {
    const name = conventions[meaning].find(candidate => names.includes(candidate));
    return name === undefined ? [] : [[meaning, name] as const];
  });
  return Object.fromEntries(entries);
}
