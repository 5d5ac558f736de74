/** The keys of presses that nobody answered: pressed again, the same thing is made once. What was made is known by its
 * event, or not at all: then the key is forgotten after a while, so that a later press is a press of its own. */
import type { Task } from '../../data/tasks/tasks.ts';

export interface PressedButton {
  /** Task, button and options: a press of the same again. */
  readonly what: string;
  readonly parent: string;
  /** As the task that it makes says which button made it. */
  readonly name: string;
}

interface Remembered extends PressedButton {
  readonly key: string;
  readonly at: number;
}

export interface PressKeys {
  keyOf(pressed: PressedButton): string;
  forget(what: string): void;
  /** A task that was told of: what made it is answered by that. */
  see(task: Pick<Task, 'parent' | 'button' | 'created'>): void;
}

const keptMs = 120_000;

export function openPressKeys(now: () => number, newKey: () => string): PressKeys {
  const all = new Map<string, Remembered>();
  return {
    keyOf: pressed => {
      const before = all.get(pressed.what);
      if (before && now() - before.at < keptMs) return before.key;
      const key = newKey();
      all.set(pressed.what, { ...pressed, key, at: now() });
      return key;
    },
    forget: what => void all.delete(what),
    see: ({ parent, button, created }) => {
      for (const { what, parent: of, name, at } of all.values())
        if (of === parent && name === button && Date.parse(created) >= at) all.delete(what);
    },
  };
}
