/** How an image was created, short enough for a badge: `Select image 1`, `Vary image 2`, `Zoom Out 2x`. */
import type { Task } from '../../data/tasks/tasks.ts';

interface Names {
  /** A button's label in words. */
  readonly button: (label: string) => string;
  readonly action: Readonly<Partial<Record<Task['action'], string>>>;
}

/** Undefined: from a prompt alone, as most are. */
export function madeBy(
  { action, button }: Pick<Task, 'action' | 'button'>,
  names: Names,
): string | undefined {
  if (button) return names.button(button);
  return action === 'IMAGINE' || action === 'VIDEO' ? undefined : names.action[action];
}
