/** The values of the slots of a step. */
import type { Step } from '../../../contract/steps/step.ts';
import type { StepPicture } from '../../../contract/steps/step-picture.ts';
import type { Upstream } from './upstream.ts';
import type { SlotValues } from '../workflow/fill-workflow.ts';

/** The slots that are pictures, in the order in which they are uploaded. */
export function pictureSlots(step: Step): Map<string, StepPicture> {
  const pictures = new Map<string, StepPicture | undefined>();
  if ('picture' in step) pictures.set('picture', step.picture);
  if (step.primitive === 'instruct')
    for (const [index, picture] of step.pictures.entries())
      pictures.set(numberedName('picture', index), picture);
  if (step.primitive === 'inpaint') pictures.set('mask', step.mask);
  if (step.primitive === 'clip') pictures.set('last', step.last);
  for (const [use, references] of referencesByUse(step))
    for (const [index, reference] of references.entries()) pictures.set(numberedName(use, index), reference);
  return new Map([...pictures].flatMap(([name, picture]) => (picture ? [[name, picture] as const] : [])));
}

/**
 * The parameters of the model card set the slots of their names, apart from those
 * that the step itself decides.
 */
export function toSlotValues(step: Step, { family, file }: Upstream): SlotValues {
  const { prompt, seed } = step;
  const common = { ...settableValues(step.parameters), model: file ?? family.model, prompt, seed };
  if (step.primitive === 'ask') return common;
  const sizedValues = { ...common, negative: step.negative, width: step.width, height: step.height };
  if (step.primitive === 'clip') {
    const { framesPerSecond: fps, multiple } = family.timing ?? {
      framesPerSecond: step.framesPerSecond,
      multiple: 1,
    };
    const frames = Math.max(1, Math.round((step.seconds * fps) / multiple)) * multiple + 1;
    return { ...sizedValues, frames, fps, audio: step.audio || undefined };
  }
  const denoise = 'strength' in step ? { denoise: step.strength } : {};
  return { ...sizedValues, ...denoise, ...weightValues(step) };
}

/** A parameter may come from a client: it must not name a file of the server. */
function settableValues(parameters: Step['parameters']): SlotValues {
  const isFile = (name: string) => /^(picture|mask|last|style|out)\d*$/.test(name);
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !isFile(name)));
}

function weightValues(step: Step): SlotValues {
  const weights = [...referencesByUse(step)].flatMap(([use, references]) =>
    references.map(({ weight }, index) => [numberedName(`${use}Weight`, index), weight] as const),
  );
  return Object.fromEntries(weights);
}

function referencesByUse(step: Step) {
  const references = 'references' in step ? (step.references ?? []) : [];
  return Map.groupBy(references, ({ use }) => use);
}

/** `picture`, `picture2`, `picture3` … */
function numberedName(name: string, index: number): string {
  return index === 0 ? name : `${name}${index + 1}`;
}
