/** The labels of buttons: short, because the group has a heading. Unknown buttons keep the server's label. */
import type { Task, TaskButton } from '../../data/tasks/tasks.ts';
import { panDirection, plainLabel } from './buttons.ts';
import type { ModalRequest } from './use-press.ts';
import type { pictureMessages } from '../messages.ts';

export type PictureMessages = (typeof pictureMessages)['en'];

export function buttonName(button: TaskButton, t: PictureMessages): string {
  const { kind, id } = button;
  const direction = panDirection(button);
  if (kind === 'pan' && direction) return t.pans[direction];
  if (kind === 'enhance' && /subtle|creative/.test(id))
    return t.names[id.includes('subtle') ? 'subtle' : 'creative'];
  if (kind === 'vary') return t.names[id.includes('low_variation') ? 'subtle' : 'strong'];
  if (kind === 'region') return t.names.region;
  if (kind === 'custom-zoom') return t.names.customZoom;
  if (kind === 'square') return t.names.square;
  if (kind === 'zoom') return id.includes('::50::') ? t.names.zoom2 : t.names.zoom15;
  if (kind === 'reroll' || kind === 'describe-again') return t.reroll;
  if (kind === 'animate') return t.names[id.includes('_low') ? 'low' : 'high'];
  return plainLabel(button);
}

/**
 * The size of an upscale's result: `2× → 2688 × 1792`. Returns undefined if it is not an
 * upscale, or the size is unknown.
 */
export function enlargedSize(
  { kind, id }: Pick<TaskButton, 'kind' | 'id'>,
  { width, height }: Pick<Task, 'width' | 'height'>,
  t: PictureMessages,
): string | undefined {
  const factor = Number(/_([24])x(?:_|::)/.exec(id)?.[1]);
  if (kind !== 'enhance' || !factor || width === null || height === null) return undefined;
  return t.larger(factor, `${width * factor} × ${height * factor}`);
}

/** The label of a button: `🔄` becomes `Re-roll`, `Upscale (Subtle)` stays. */
function labelWords(label: string, t: PictureMessages): string {
  const labelsByEmoji: Readonly<Record<string, string>> = {
    '🔄': t.reroll,
    '⬅️': t.pans.left,
    '➡️': t.pans.right,
    '⬆️': t.pans.up,
    '⬇️': t.pans.down,
  };
  return labelsByEmoji[label] ?? label;
}

/**
 * Describes the action of the button that created a task. `U2` is `Select image 2` for a grid,
 * and `Upscale clip 2` for clips.
 */
export function describeAction(
  { button, action }: { readonly button: string; readonly action: Task['action'] },
  t: PictureMessages,
): string {
  const [, clip] = /^U([1-4])$/.exec(button) ?? [];
  return action === 'VIDEO' && clip !== undefined ? t.upscaleClip(Number(clip)) : describeLabel(button, t);
}

function describeLabel(label: string, t: PictureMessages): string {
  const [, kind, n] = /^([UV])([1-4])$/.exec(label) ?? [];
  if (kind === undefined) return labelWords(label, t);
  return kind === 'U' ? t.pick(Number(n)) : t.vary(Number(n));
}

/** The full name of a button, for tooltips and screen readers: `Upscale (Subtle)`. */
export function fullButtonName(button: TaskButton, t: PictureMessages): string {
  if (button.kind === 'select-clip') return t.upscaleClip((button.candidate ?? 0) + 1);
  const isDrawn = ['reroll', 'describe-again', 'pan'].includes(button.kind);
  return isDrawn ? buttonName(button, t) : describeLabel(plainLabel(button), t);
}

/** The full name of the button whose modal was answered. */
export function modalName({ waiting, button }: ModalRequest, t: PictureMessages): string {
  return button ? fullButtonName(button, t) : (waiting.button ?? '');
}
