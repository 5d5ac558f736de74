/**
 * A short description of how a picture was created, for a badge: `Select image 1`,
 * `Vary image 2`, `Zoom Out 2x`.
 */
import type { Task } from '../../data/tasks/tasks.ts';

interface Names {
  /** The text of a button's label. */
  readonly button: (label: string) => string;
  readonly action: Readonly<Partial<Record<Task['action'], string>>>;
}

/** Returns undefined for a task that was created from a prompt. */
export function actionLabel(
  { action, button }: Pick<Task, 'action' | 'button'>,
  names: Names,
): string | undefined {
  if (button) return names.button(button);
  return action === 'IMAGINE' || action === 'VIDEO' ? undefined : names.action[action];
}
