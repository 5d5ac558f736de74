/**
 * The idempotency keys of presses without a response. Pressing again within two minutes sends the same key, so that only one
 * task is created. The event of the new task also confirms the press. After that time a press counts as a new one.
 */
import type { Task } from '../../data/tasks/tasks.ts';

export interface PressedButton {
  /** The task, button and options, which identify a repeated press. */
  readonly what: string;
  readonly parent: string;
  /** The button's name in the record of the task that it creates. */
  readonly name: string;
}

interface Remembered extends PressedButton {
  readonly key: string;
  readonly at: number;
}

export interface PressKeys {
  keyOf(pressed: PressedButton): string;
  forget(what: string): void;
  /** Forgets the press that created `task`. */
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
