/**
 * Four prompts that would make a picture like the one given: from its provenance,
 * otherwise from what can be seen.
 */
import { SketchError } from '../job/sketch-error.ts';
import { analyzePicture, type PictureFacts } from '../references/analyze-picture.ts';
import { findFigure } from '../references/find-figure.ts';
import { isPrompt } from '../references/own-picture.ts';
import { colorNames } from './color-names.ts';
import { namedPrompts } from './named-prompts.ts';
import { seenWords } from './seen-words.ts';
import { type Job, findInput } from '../job/job.ts';

export async function describePicture(job: Job): Promise<string[]> {
  const input = findInput(job, 'picture');
  if (!input) throw new SketchError('job_incomplete', 'a describe has no picture');
  const facts = await analyzePicture(input.bytes);
  const { prompt = '' } = input.provenance ?? {};
  // A file can claim anything, so its text must not set parameters of a task.
  const words = prompt.replaceAll(/\s+/g, ' ').replace(/ --.*/, '').trim();
  const texts = isPrompt(words) ? namedPrompts(words, facts) : seenPrompts(facts);
  return texts.map(text => `${text} --ar ${formatRatio(input.width / input.height)}`);
}

/**
 * Texts about composition, palette, light and texture, each with another emphasis. They contain only what is
 * visible.
 */
function seenPrompts(facts: PictureFacts): string[] {
  const figure = findFigure(facts.small);
  const { place, figureWords, light, direction, texture, style, layout } = seenWords(facts, figure);
  const colors = colorNames(facts.palette, 4);
  const tones = toneWords(colors.slice(0, 2));
  return [
    [figureWords ? `${figureWords}, in front of ${place}` : place, light, tones, texture, style],
    [place, figureWords, direction, toneWords(colors.slice(0, 3)), layout],
    [style, toneWords(colors), place, light, figureWords],
    [layout, figureWords ?? place, figureWords && place, texture, direction, tones],
  ].map(parts => parts.filter(part => part).join(', '));
}

function toneWords(colors: readonly string[]): string {
  const [last, ...before] = colors.toReversed();
  return before.length === 0 ? `in ${last} tones` : `in ${before.toReversed().join(', ')} and ${last} tones`;
}

const ratios = ['1:1', '5:4', '4:3', '7:5', '3:2', '16:9', '2:1', '21:9'];

/** Returns the usual ratio that is nearest, such as 3:2. Upright pictures have 2:3. */
export function formatRatio(aspect: number): string {
  const longRatio = Math.max(aspect, 1 / aspect);
  const distanceTo = (ratio: string) => {
    const [width = 1, height = 1] = ratio.split(':').map(Number);
    return Math.abs(Math.log(width / height / longRatio));
  };
  const nearest = ratios.reduce((one, other) => (distanceTo(other) < distanceTo(one) ? other : one));
  return aspect >= 1 ? nearest : nearest.split(':').toReversed().join(':');
}
