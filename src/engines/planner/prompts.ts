/** The prompts of steps. They are in English, which models are trained on. */
import type { PlannableJob } from '../contract/kind/plannable-job.ts';
import { hasInput, referencesIn } from './references.ts';

/**
 * Returns a list of things that must not be in the picture: those of `--no`, and the parts of a multi-prompt
 * with a negative weight.
 */
export function composeNegative({ exclude, parts = [] }: PlannableJob): string {
  return [...exclude, ...parts.filter(({ weight }) => weight < 0).map(({ text }) => text)].join(', ');
}

/** Changes the prompt for models without negative prompts that follow instructions. */
export function withoutExcluded(prompt: string, job: PlannableJob): string {
  const negative = composeNegative(job);
  return negative === '' ? prompt : `${sentence(prompt)} Without: ${negative}.`.trim();
}

/** A job as an instruction that names its pictures by their number. */
export function instructionFor(job: PlannableJob): string {
  return [describeTask(job), ...describeReferences(job)].filter(Boolean).join(' ');
}

function describeTask(job: PlannableJob): string {
  const { kind, prompt, strength } = job;
  const subject = sentence(prompt);
  switch (kind) {
    case 'variation':
      return strength === 'subtle'
        ? `Make the same picture again with small changes of detail. ${subject}`
        : `Make a new picture of the same subject in the same style, with another composition. ${subject}`;
    case 'retexture':
      return `Keep the shapes and the composition of picture 1. Change its materials, colors and style: ${subject}`;
    case 'outpaint':
      return `Replace the green area with a seamless continuation of the picture. Leave everything else as it is. ${subject}`;
    case 'edit':
      return hasInput(job, 'mask')
        ? `Replace the green area so that it fits seamlessly into the picture. Leave everything else as it is. ${subject}`
        : subject;
    default:
      return prompt.trim() === '' ? 'Combine the pictures into one new picture.' : subject;
  }
}

/** Returns what the numbered pictures are for. The picture that is changed comes first. */
function describeReferences(job: PlannableJob): string[] {
  const firstNumber = hasInput(job, 'picture') ? 2 : 1;
  return referencesIn(job).map(({ role }, index) => {
    const picture = `picture ${firstNumber + index}`;
    if (role === 'style') return `Use the style and the colors of ${picture}, not its content.`;
    if (role === 'character') return `Show the character of ${picture}.`;
    if (role === 'object') return `Show the object of ${picture}.`;
    return `Use the content of ${picture}.`;
  });
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || /[.!?。！？]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
