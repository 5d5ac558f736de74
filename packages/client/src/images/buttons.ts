/** Follow-ups of an image task, as the buttons of its record offer them. */
import { KinoraError } from '../http/kinora-error.ts';
import type { ImageRecord } from './image-record.ts';

export type Button = ImageRecord['buttons'][number];

export type Direction = 'left' | 'right' | 'up' | 'down';
export type Motion = 'low' | 'high';

/** What each follow-up is called in the customId of its button: the names of Midjourney. */
const patterns = {
  select: (index: number) =>
    new RegExp(`::(?:video_virtual_)?upsample::${index}:|::video_virtual_upscale::${index}:`),
  vary: (variant: number | 'subtle' | 'strong') =>
    typeof variant === 'number'
      ? new RegExp(`::variation::${variant}:`)
      : new RegExp(`::${variant === 'subtle' ? 'low' : 'high'}_variation:`),
  reroll: () => /::reroll::|Picread::Retry/i,
  upscale: (mode: 'subtle' | 'creative' | '2x' | '4x') =>
    mode.endsWith('x')
      ? new RegExp(`::upsample_v\\w+_${mode}::`)
      : new RegExp(`::upsample_\\w+_2x_${mode}::`),
  zoomOut: (factor: number) =>
    factor === 2 ? /::Outpaint::50::/ : factor === 1.5 ? /::Outpaint::75::/ : /::CustomZoom::/i,
  square: () => /::Outpaint::100::/,
  pan: (direction: Direction) => new RegExp(`::pan_${direction}:`),
  region: () => /::Inpaint::/,
  animate: (motion: Motion) => new RegExp(`::animate_${motion}:`),
  extend: (motion: Motion, index: number) => new RegExp(`::animate_${motion}_extend::${index}:`),
  star: () => /::BOOKMARK:/,
  imagine: (index: number) => new RegExp(`::(?:PicReader|PromptAnalyzer)::${index}$`),
} as const;

export type FollowUp = keyof typeof patterns;
/** Which of the buttons of a follow-up. */
export type ButtonChoice<Name extends FollowUp> = Parameters<(typeof patterns)[Name]>;

/** The button of a follow-up. Throws KinoraError `not_offered_here` with those that there are. */
export function findButton<Name extends FollowUp>(
  record: ImageRecord,
  name: Name,
  ...choice: ButtonChoice<Name>
): Button {
  const pattern = (patterns[name] as (...choice: readonly unknown[]) => RegExp)(...choice);
  return record.buttons.find(({ customId }) => pattern.test(customId)) ?? rejectMissing(record, name, choice);
}

/** A button by its customId, label or emoji. */
export function findNamed(record: ImageRecord, name: string): Button {
  const button = record.buttons.find(
    ({ customId, label, emoji }) => customId === name || label === name || emoji === name,
  );
  return button ?? rejectMissing(record, name, []);
}

function rejectMissing({ id, buttons }: ImageRecord, name: string, choice: readonly unknown[]): never {
  const requestedButton = choice.length > 0 ? `${name}(${choice.join(', ')})` : name;
  const offeredButtons = buttons.map(({ label, emoji }) => label || emoji).join(', ') || 'nothing';
  throw new KinoraError(`Task ${id} does not offer ${requestedButton}. It offers: ${offeredButtons}.`, {
    code: 'not_offered_here',
    status: 0,
  });
}
