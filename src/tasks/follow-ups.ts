/** The buttons of a finished picture task: what they are called, and what a customId asks for. */

export type FollowUp =
  | { readonly kind: 'upscale' | 'variation'; readonly candidate: number }
  | { readonly kind: 'reroll' };

export interface Button {
  readonly customId: string;
  readonly emoji: string;
  readonly label: string;
  readonly followUp: FollowUp;
}

/** `job` is the uuid that the buttons of one result carry (properties.messageHash). Only grids have follow-ups so far. */
export function buttonsOf(kind: 'grid' | 'picture', job: string): Button[] {
  if (kind === 'picture') return [];
  const upscale = (candidate: number): Button => ({
    customId: `MJ::JOB::upsample::${candidate + 1}::${job}`,
    emoji: '',
    label: `U${candidate + 1}`,
    followUp: { kind: 'upscale', candidate },
  });
  const variation = (candidate: number): Button => ({
    customId: `MJ::JOB::variation::${candidate + 1}::${job}`,
    emoji: '',
    label: `V${candidate + 1}`,
    followUp: { kind: 'variation', candidate },
  });
  const reroll: Button = {
    customId: `MJ::JOB::reroll::0::${job}::SOLO`,
    emoji: '🔄',
    label: '',
    followUp: { kind: 'reroll' },
  };
  return [...[0, 1, 2, 3].map(upscale), reroll, ...[0, 1, 2, 3].map(variation)];
}
