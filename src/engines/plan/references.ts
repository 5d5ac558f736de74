/** The inputs that a job refers to, and how an engine can use them. */
import type { PlannableJob } from '../engine-kind.ts';
import type { Abilities, ReferenceUse } from './step-engine.ts';

export const useOfRole: Readonly<Partial<Record<string, ReferenceUse>>> = {
  prompt: 'content',
  style: 'style',
  character: 'character',
  object: 'object',
};

type Input = NonNullable<PlannableJob['inputs']>[number];

/** The inputs that a job refers to beside the picture that it starts from. */
export function referencesIn({ inputs = [] }: PlannableJob): Input[] {
  return inputs.filter(({ role }) => useOfRole[role] !== undefined);
}

export function hasInput({ inputs = [] }: PlannableJob, role: Input['role']): boolean {
  return inputs.some(input => input.role === role);
}

/** How a job of pictures uses its references. Undefined: the engine cannot. */
export function referenceUse(
  job: PlannableJob,
  can: Abilities,
): 'references' | 'instruct' | 'resemble' | undefined {
  const named = referencesIn(job);
  const known = (job.kind === 'grid' ? can.generate : can.imageToImage)?.references ?? [];
  if (named.every(({ role }) => known.includes(useOfRole[role] as ReferenceUse))) return 'references';
  const others = hasInput(job, 'picture') ? 1 : 0;
  if (can.instruct && named.length + others <= (can.instruct.pictures ?? 1)) return 'instruct';
  const [only, ...more] = named;
  const isAlone = job.kind === 'grid' && more.length === 0 && only?.role === 'prompt';
  return isAlone && can.imageToImage ? 'resemble' : undefined;
}
