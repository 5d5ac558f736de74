/** Pressing a task's button: once per press, shown at once as on its way, and asked for more where the button wants it. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { answerModal, newPress, submitImage } from '../data/act.ts';
import { isUnanswered, run } from '../data/api.ts';
import { ignore, onTask } from '../data/live.ts';
import type { Task, TaskButton } from '../data/tasks.ts';
import { openPressKeys } from './press-keys.ts';
import { openStore } from '../data/store.ts';
import { dropTasks, showTasks } from '../data/task-cache.ts';

export interface Pressing {
  readonly key: string;
  readonly task: Task;
  readonly button: TaskButton;
}

/** Sent, and not answered yet: `<PendingRows>` shows them. */
export const pressings = openStore<readonly Pressing[]>([]);

export interface PressOptions {
  /** V1-V4: vary strongly. */
  readonly strong?: boolean;
  /** Ask for a changed prompt first. */
  readonly enableRemix?: boolean;
}

/** A task that waits for its modal, and whose button asked for it. */
export interface Asked {
  readonly waiting: Task;
  /** Undefined: they are asked for, by what the waiting task says of them. */
  readonly parent: Task | undefined;
  readonly button: TaskButton | undefined;
  /** Pressed just now: who turns away leaves nothing behind. */
  readonly isFresh: boolean;
}

export interface Presser {
  readonly press: (button: TaskButton, options?: PressOptions) => Promise<readonly Task[]>;
  readonly error: Error | undefined;
  /** Ids of buttons that are being pressed. */
  readonly busy: ReadonlySet<string>;
  readonly asked: Asked | undefined;
  readonly ask: (asked: Asked | undefined) => void;
  /** What was asked is answered, and the task is on its way. */
  readonly onAnswered?: (asked: Asked) => void;
}

/** `complain`: where nobody looks at `error`. */
export function usePress(task: Task | undefined, complain?: (error: Error) => void): Presser {
  const client = useQueryClient();
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [asked, ask] = useState<Asked>();
  const press = useCallback(
    async (button: TaskButton, options: PressOptions = {}): Promise<readonly Task[]> => {
      if (!task) return [];
      const place = `${task.id} ${button.id}`;
      // Two presses may come before the page is drawn anew.
      if (underWay.has(place)) return [];
      underWay.add(place);
      setError(undefined);
      setBusy(before => new Set(before).add(button.id));
      try {
        const { tasks, isWaiting } = await send(client, { task, button, options });
        const [waiting] = tasks;
        if (isWaiting && waiting) ask({ waiting, parent: task, button, isFresh: true });
        return tasks;
      } catch (failure) {
        setError(failure as Error);
        complain?.(failure as Error);
        return [];
      } finally {
        underWay.delete(place);
        setBusy(before => new Set([...before].filter(id => id !== button.id)));
      }
    },
    [client, task, complain],
  );
  return { press, error, busy, asked, ask };
}

interface Sent {
  readonly task: Task;
  readonly button: TaskButton;
  readonly options: PressOptions;
}

const underWay = new Set<string>();

/** What was not answered is sent again with the same key. */
const keys = openPressKeys(Date.now, newPress);
onTask(keys.see);

async function send(
  client: QueryClient,
  { task, button, options }: Sent,
): Promise<{ tasks: readonly Task[]; isWaiting: boolean }> {
  const what = JSON.stringify([task.id, button.id, options]);
  const name = button.label || button.emoji;
  const key = keys.keyOf({ what, parent: task.id, name });
  pressings.change(before => [{ key, task, button }, ...before]);
  try {
    const body = { taskId: task.id, customId: button.id, ...options };
    const { ids, isWaiting } = await submitImage(task.token, { path: 'action', body, key });
    keys.forget(what);
    // The parent, too: its button is pressed now.
    const [, ...tasks] = await showTasks(client, [task.id, ...ids]);
    return { tasks, isWaiting };
  } catch (error) {
    if (!isUnanswered(error)) keys.forget(what);
    throw error;
  } finally {
    pressings.change(before => before.filter(pressing => pressing.key !== key));
  }
}

export interface Answer {
  readonly prompt: string;
  readonly maskBase64?: string;
}

/** Throws what the server refused; the dialog shows it. */
export async function answer(
  client: QueryClient,
  { waiting }: Asked,
  { said, key }: { said: Answer; key: string },
): Promise<void> {
  await answerModal(waiting.token, { taskId: waiting.id, ...said }, key);
  await showTasks(client, [waiting.id]);
}

/** Nothing was held for it, and nobody wants to see it again. */
export async function turnAway(client: QueryClient, { waiting }: Asked): Promise<void> {
  // What is told of it from now on, as that it was cancelled, must not bring it back.
  ignore([waiting.id]);
  dropTasks(client, [waiting.id]);
  await run('task cancel', { task: waiting.id });
  await run('task delete', { tasks: [waiting.id] });
  dropTasks(client, [waiting.id]);
  // Its button counts as pressed no more.
  if (waiting.parent) await showTasks(client, [waiting.parent]);
}
