/** The buttons of a task in the groups in which they are shown. What the Console does not know is shown by its label. */
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

/** Those that act on one of several: on its tile. */
export function buttonsOfTile(task: Pick<Task, 'buttons'>, n: number): TaskButton[] {
  return task.buttons.filter(button => isOfTile(task, button) && button.candidate === n - 1);
}

/** A single picture's only candidate is the picture itself. */
function isOfTile({ buttons }: Pick<Task, 'buttons'>, { candidate }: TaskButton): boolean {
  return candidate !== null && buttons.some(other => other.candidate !== null && other.candidate > 0);
}

/** Those that act on all of it, without those that the row shows in its own way (the star, the reroll, texts). */
export function groupsOf(task: Pick<Task, 'buttons'>): { group: ButtonGroup; buttons: TaskButton[] }[] {
  const own = task.buttons.filter(
    button => !isOfTile(task, button) && !['bookmark', 'reroll', 'use-text'].includes(button.kind),
  );
  return order
    .map(group => ({ group, buttons: own.filter(({ kind }) => (groupOf[kind] ?? 'more') === group) }))
    .filter(({ buttons }) => buttons.length > 0);
}

export function findButton(task: Pick<Task, 'buttons'>, kind: string, n?: number): TaskButton | undefined {
  return task.buttons.find(
    button =>
      button.kind === kind && (n === undefined || button.candidate === null || button.candidate === n - 1),
  );
}

/** Where an arrow points; the label of a pan is its emoji. */
export function directionOf({ id }: Pick<TaskButton, 'id'>): 'left' | 'right' | 'up' | 'down' | undefined {
  return (['left', 'right', 'up', 'down'] as const).find(direction => id.includes(`pan_${direction}`));
}

/** What is written on it when the Console has no words of its own. */
export function labelOf({ label, emoji, kind }: TaskButton): string {
  return label || emoji || kind;
}
