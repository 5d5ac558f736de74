/** The buttons of a task in display groups. Unknown buttons are shown with the server's label. */
import type { Task, TaskButton } from '../../data/tasks/tasks.ts';

export type ButtonGroup = 'upscale' | 'vary' | 'zoom' | 'pan' | 'animate' | 'more';

const groupOf: Readonly<Record<string, ButtonGroup>> = {
  enhance: 'upscale',
  vary: 'vary',
  region: 'vary',
  zoom: 'zoom',
  'custom-zoom': 'zoom',
  square: 'zoom',
  pan: 'pan',
  animate: 'animate',
  extend: 'animate',
};

const order: readonly ButtonGroup[] = ['upscale', 'vary', 'zoom', 'animate', 'pan', 'more'];

/** The buttons that act on one candidate, for its tile. */
export function tileButtons(task: Pick<Task, 'buttons'>, n: number): TaskButton[] {
  return task.buttons.filter(button => isOfTile(task, button) && button.candidate === n - 1);
}

/** A single picture has one candidate: the picture itself. */
function isOfTile({ buttons }: Pick<Task, 'buttons'>, { candidate }: TaskButton): boolean {
  return candidate !== null && buttons.some(other => other.candidate !== null && other.candidate > 0);
}

/**
 * The buttons that act on the whole task, except those that the row shows separately (star, reroll, texts).
 */
export function groupButtons(task: Pick<Task, 'buttons'>): { group: ButtonGroup; buttons: TaskButton[] }[] {
  const taskButtons = task.buttons.filter(
    button => !isOfTile(task, button) && !['bookmark', 'reroll', 'use-text'].includes(button.kind),
  );
  return order
    .map(group => ({ group, buttons: taskButtons.filter(({ kind }) => (groupOf[kind] ?? 'more') === group) }))
    .filter(({ buttons }) => buttons.length > 0);
}

export function findButton(task: Pick<Task, 'buttons'>, kind: string, n?: number): TaskButton | undefined {
  return task.buttons.find(
    button =>
      button.kind === kind && (n === undefined || button.candidate === null || button.candidate === n - 1),
  );
}

/** The direction of a pan button, whose label is an emoji. */
export function panDirection({ id }: Pick<TaskButton, 'id'>): 'left' | 'right' | 'up' | 'down' | undefined {
  return (['left', 'right', 'up', 'down'] as const).find(direction => id.includes(`pan_${direction}`));
}

/** The server's label, for buttons without a message of the Console. */
export function plainLabel({ label, emoji, kind }: TaskButton): string {
  return label || emoji || kind;
}
