/** The inputs that a job refers to, and how an engine can use them. */
import type { PlannableJob } from '../contract/kind/plannable-job.ts';
import type { Abilities, Ability } from '../contract/steps/ability.ts';
import type { ReferenceUse } from '../contract/steps/step-reference.ts';

export const referenceUses: Readonly<Partial<Record<string, ReferenceUse>>> = {
  prompt: 'content',
  style: 'style',
  character: 'character',
  object: 'object',
};

type Input = NonNullable<PlannableJob['inputs']>[number];

/** The inputs that a job refers to beside the picture that it starts from. */
export function referencesIn({ inputs = [] }: PlannableJob): Input[] {
  return inputs.filter(({ role }) => referenceUses[role] !== undefined);
}

export function hasInput({ inputs = [] }: PlannableJob, role: Input['role']): boolean {
  return inputs.some(input => input.role === role);
}

/** Returns how a job of pictures uses its references, or undefined if the engine cannot. */
export function referenceUse(
  job: PlannableJob,
  abilities: Abilities,
): 'references' | 'instruct' | 'resemble' | undefined {
  const referenceInputs = referencesIn(job);
  const { references = [], maxReferences: limits = {} } = abilityFor(job, abilities);
  const isKnown = (use: ReferenceUse) =>
    references.includes(use) && countReferences(job, use) <= (limits[use] ?? Infinity);
  if (referenceInputs.every(({ role }) => isKnown(referenceUses[role] as ReferenceUse))) return 'references';
  const pictureCount = hasInput(job, 'picture') ? 1 : 0;
  if (abilities.instruct && referenceInputs.length + pictureCount <= (abilities.instruct.pictures ?? 1))
    return 'instruct';
  const [onlyInput, ...otherInputs] = referenceInputs;
  const isAlone = job.kind === 'grid' && otherInputs.length === 0 && onlyInput?.role === 'prompt';
  return isAlone && abilities.imageToImage ? 'resemble' : undefined;
}

/** The use of which the job has more references than the engine takes, and how many it takes. */
export function excessiveUse(
  job: PlannableJob,
  abilities: Abilities,
): { readonly use: ReferenceUse; readonly most: number } | undefined {
  const { references = [], maxReferences = {} } = abilityFor(job, abilities);
  for (const use of references) {
    const most = maxReferences[use] ?? Infinity;
    if (countReferences(job, use) > most) return { use, most };
  }
  return undefined;
}

function abilityFor({ kind }: PlannableJob, abilities: Abilities): Partial<Ability> {
  return (kind === 'grid' ? abilities.generate : abilities.imageToImage) ?? {};
}

function countReferences(job: PlannableJob, use: ReferenceUse): number {
  return referencesIn(job).filter(({ role }) => referenceUses[role] === use).length;
}
