/** How a picture was made, short enough for a badge: `U1`, `V2`, `Zoom Out 2x`. */
import type { Task } from '../../data/tasks.ts';

interface Names {
  readonly reroll: string;
  readonly action: Readonly<Partial<Record<Task['action'], string>>>;
}

/** Undefined: from a prompt alone, as most are. The buttons of pans and of another try are drawn: they get words. */
export function madeBy(
  { action, button }: Pick<Task, 'action' | 'button'>,
  { reroll, action: names }: Names,
): string | undefined {
  if (button && /[a-z]/i.test(button)) return button;
  if (action === 'IMAGINE') return button ? reroll : undefined;
  if (action === 'VIDEO') return undefined;
  return names[action];
}
