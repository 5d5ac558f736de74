/** What Kinora writes into a slot: a number in a range, or a text. */

/** By the name of the slot, without its number. Slots that are not listed get what a route sets. */
const slotTypes: Readonly<Record<string, 'number' | 'string'>> = {
  seed: 'number',
  width: 'number',
  height: 'number',
  denoise: 'number',
  frames: 'number',
  fps: 'number',
  batch: 'number',
  steps: 'number',
  cfg: 'number',
  shift: 'number',
  guidance: 'number',
  temperature: 'number',
  styleWeight: 'number',
  prompt: 'string',
  negative: 'string',
  picture: 'string',
  mask: 'string',
  last: 'string',
  style: 'string',
  out: 'string',
  model: 'string',
  lowModel: 'string',
  fillModel: 'string',
  clip: 'string',
  vae: 'string',
  upscaler: 'string',
  sampler: 'string',
  scheduler: 'string',
};

/** The values that Kinora decides itself, regardless of what a card or a route says. */
const slotRanges: Readonly<Record<string, { readonly min: number; readonly max: number }>> = {
  seed: { min: 0, max: 2 ** 32 - 1 },
  denoise: { min: 0, max: 1 },
  batch: { min: 1, max: 1 },
};

/** Returns undefined if it is not known before a task is. */
export function slotRange(slot: string): { readonly min: number; readonly max: number } | undefined {
  return Object.hasOwn(slotRanges, slot) ? slotRanges[slot] : undefined;
}

/** Returns undefined if any type will do. */
export function slotType(slot: string): 'number' | 'string' | undefined {
  const name = slot.replace(/(?<!\d)\d+$/, '');
  return Object.hasOwn(slotTypes, name) ? slotTypes[name] : undefined;
}
