/**
 * The idempotency keys of presses without a response. Pressing again within two minutes sends the same
 * key, so that only one task is created. The event of the new task also confirms the press. After that
 * time a press counts as a new one.
 */
import type { Task } from '../../data/tasks/tasks.ts';

export interface PressedButton {
  /** The task, button and options, which identify a repeated press. */
  readonly pressId: string;
  readonly parent: string;
  /** The button's name in the record of the task that it creates. */
  readonly name: string;
}

interface StoredPress extends PressedButton {
  readonly key: string;
  readonly at: number;
}

export interface PressKeys {
  pressKey(button: PressedButton): string;
  forget(pressId: string): void;
  /** Forgets the press that created `task`. */
  confirm(task: Pick<Task, 'parent' | 'button' | 'created'>): void;
}

const retentionMs = 120_000;

export function openPressKeys(now: () => number, newKey: () => string): PressKeys {
  const presses = new Map<string, StoredPress>();
  return {
    pressKey: button => {
      const before = presses.get(button.pressId);
      if (before && now() - before.at < retentionMs) return before.key;
      const key = newKey();
      presses.set(button.pressId, { ...button, key, at: now() });
      return key;
    },
    forget: pressId => void presses.delete(pressId),
    confirm: ({ parent, button, created }) => {
      for (const { pressId, parent: pressParent, name, at } of presses.values())
        if (pressParent === parent && name === button && Date.parse(created) >= at) presses.delete(pressId);
    },
  };
}
