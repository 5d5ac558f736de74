/**
 * Pressing a task's button: sends one request per press, shows it as pending, and opens the
 * modal if the button has one.
 */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { answerModal, newIdempotencyKey, submitImage } from '../../data/actions/submit-task.ts';
import { isUnanswered, callProcedure } from '../../data/api.ts';
import { useActingToken, type ActingToken } from '../../data/tokens/acting-token.ts';
import { ignoreTasks, subscribeToTasks } from '../../data/events/live-updates.ts';
import type { Task, TaskButton } from '../../data/tasks/tasks.ts';
import { openPressKeys } from './press-keys.ts';
import { openStore } from '../../state/store.ts';
import { dropTasks, showTasks } from '../../data/actions/task-cache.ts';

export interface PressInProgress {
  readonly key: string;
  readonly task: Task;
  readonly button: TaskButton;
}

/** Requests without a response yet, shown by `<PendingRows>`. */
export const pressesInProgress = openStore<readonly PressInProgress[]>([]);

export interface PressOptions {
  /** Whether V1 to V4 make strong variations. */
  readonly strong?: boolean;
  /** Opens the prompt dialog first. */
  readonly enableRemix?: boolean;
}

/** A task that waits for its modal, with the button that opened it. */
export interface ModalRequest {
  readonly waiting: Task;
  /** Undefined if both are read, by the fields of the waiting task. */
  readonly parent: Task | undefined;
  readonly button: TaskButton | undefined;
  /** The task was just created, so closing the modal deletes it. */
  readonly isFresh: boolean;
}

export interface Presser {
  /** Its buttons have no prices if those do not apply to the token that would pay. */
  readonly task: Task;
  readonly payer: ActingToken;
  readonly press: (button: TaskButton, options?: PressOptions) => Promise<readonly Task[]>;
  readonly error: Error | undefined;
  /** Ids of the buttons with a request in progress. */
  readonly busy: ReadonlySet<string>;
  readonly modal: ModalRequest | undefined;
  readonly setModal: (modal: ModalRequest | undefined) => void;
  /** Called as soon as the server has accepted the answer to a modal. */
  readonly onAnswered?: (modal: ModalRequest) => void;
}

export interface PressHandlers {
  /**
   * Called as soon as the server has accepted the request, before the page is updated. Not called for a
   * task that waits for its modal.
   */
  readonly onAccepted?: (id: string, button: TaskButton) => void;
  /** Is called with an error, for components that do not display `error`. */
  readonly onError?: (error: Error) => void;
}

export function usePress(task: Task, { onAccepted, onError }: PressHandlers = {}): Presser {
  const client = useQueryClient();
  const payer = useActingToken(task);
  const { token } = payer;
  const [error, setError] = useState<Error>();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [modal, setModal] = useState<ModalRequest>();
  const press = useCallback(
    async (button: TaskButton, options: PressOptions = {}): Promise<readonly Task[]> => {
      if (!token) return [];
      const pressId = `${task.id} ${button.id}`;
      // A second press may arrive before the next render.
      if (pending.has(pressId)) return [];
      pending.add(pressId);
      setError(undefined);
      setBusy(before => new Set(before).add(button.id));
      try {
        const { tasks, isWaiting } = await send(client, { task, token, button, options, onAccepted });
        const [waiting] = tasks;
        if (isWaiting && waiting) setModal({ waiting, parent: task, button, isFresh: true });
        return tasks;
      } catch (failure) {
        setError(failure as Error);
        onError?.(failure as Error);
        return [];
      } finally {
        pending.delete(pressId);
        setBusy(before => new Set([...before].filter(id => id !== button.id)));
      }
    },
    [client, task, token, onAccepted, onError],
  );
  const shownTask = payer.isPricedDifferently ? withoutPrices(task) : task;
  return { task: shownTask, payer, press, error, busy, modal, setModal };
}

function withoutPrices(task: Task): Task {
  return { ...task, buttons: task.buttons.map(button => ({ ...button, price: null })) };
}

interface ButtonPress {
  readonly task: Task;
  readonly token: { readonly id: string };
  readonly button: TaskButton;
  readonly options: PressOptions;
  readonly onAccepted: PressHandlers['onAccepted'];
}

const pending = new Set<string>();

/** Requests without a response are repeated with the same key. */
const keys = openPressKeys(Date.now, newIdempotencyKey);
subscribeToTasks(keys.confirm);

async function send(
  client: QueryClient,
  { task, token, button, options, onAccepted }: ButtonPress,
): Promise<{ tasks: readonly Task[]; isWaiting: boolean }> {
  const pressId = JSON.stringify([task.id, button.id, options]);
  const name = button.label || button.emoji;
  const key = keys.pressKey({ pressId, parent: task.id, name });
  pressesInProgress.change(before => [{ key, task, button }, ...before]);
  try {
    const body = { taskId: task.id, customId: button.id, ...options };
    const { ids, isWaiting } = await submitImage(token, { path: 'action', body, key });
    keys.forget(pressId);
    const [firstId] = ids;
    if (firstId !== undefined && !isWaiting) onAccepted?.(firstId, button);
    // The parent is read as well, because its button is now marked as pressed.
    const [, ...tasks] = await showTasks(client, [task.id, ...ids]);
    return { tasks, isWaiting };
  } catch (error) {
    if (!isUnanswered(error)) keys.forget(pressId);
    throw error;
  } finally {
    pressesInProgress.change(before => before.filter(pressing => pressing.key !== key));
  }
}

export interface Answer {
  readonly prompt: string;
  readonly maskBase64?: string;
}

/** Throws the server's error, which the dialog shows. `onAccepted` is called before the page is updated. */
export async function submitModalAnswer(
  client: QueryClient,
  { waiting }: ModalRequest,
  {
    token,
    answer,
    key,
    onAccepted,
  }: { token: ButtonPress['token']; answer: Answer; key: string; onAccepted: () => void },
): Promise<void> {
  await answerModal(token, { taskId: waiting.id, ...answer }, key);
  onAccepted();
  await showTasks(client, [waiting.id]);
}

/** Cancels and deletes the waiting task. It holds no money. */
export async function discardModal(client: QueryClient, { waiting }: ModalRequest): Promise<void> {
  // Later events of the task, such as its cancellation, must not make it reappear.
  ignoreTasks([waiting.id]);
  dropTasks(client, [waiting.id]);
  await callProcedure('task cancel', { task: waiting.id });
  await callProcedure('task delete', { tasks: [waiting.id] });
  dropTasks(client, [waiting.id]);
  // The button is no longer marked as pressed.
  if (waiting.parent) await showTasks(client, [waiting.parent]);
}
