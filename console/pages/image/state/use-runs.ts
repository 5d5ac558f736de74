/**
 * Requests that are not in the list yet. Each press has one idempotency key, so that
 * retrying creates nothing twice.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { newIdempotencyKey, submitImage } from '../../../data/actions/submit-task.ts';
import { balanceQuery } from '../../../data/session.ts';
import type { Token } from '../../../data/tokens/tokens.ts';

export interface Order {
  /** The path after /mj/submit/. */
  readonly path: 'imagine' | 'describe' | 'blend' | 'shorten';
  /** Identifies the content: the same content, while in progress or failed, counts as the same press. */
  readonly content: string;
  readonly body: () => Promise<object>;
  readonly token: Pick<Token, 'id'>;
  /** The text shown until the task is in the list. */
  readonly summary: string;
  readonly amount: string | undefined;
  readonly tasks: number;
  /** The size of one tile. Undefined if the result is text. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
}

export interface Run {
  readonly key: string;
  readonly order: Order;
  readonly error: Error | undefined;
}

export interface Runs {
  readonly all: readonly Run[];
  /** Returns false if the same request is already in progress. */
  readonly start: (order: Order) => boolean;
  readonly isInProgress: (order: Order) => boolean;
  readonly retry: (run: Run) => void;
  readonly dismiss: (key: string) => void;
}

interface Press {
  readonly key: string;
  readonly isInProgress: boolean;
}

export function useRuns(): Runs {
  const client = useQueryClient();
  const [runs, setRuns] = useState<readonly Run[]>([]);
  // Updated immediately, because a second press may arrive before the next render.
  const presses = useRef(new Map<string, Press>()).current;
  const isInProgress = ({ content }: Order) => presses.get(content)?.isInProgress === true;
  const dismiss = (key: string) => {
    for (const [content, press] of presses) if (press.key === key) presses.delete(content);
    setRuns(before => before.filter(run => run.key !== key));
  };
  const send = async ({ key, order }: Run) => {
    try {
      await submitImage(order.token, { path: order.path, body: await order.body(), key });
      await client.invalidateQueries({ queryKey: ['tasks'] });
      dismiss(key);
      void client.invalidateQueries({ queryKey: balanceQuery.queryKey });
      void client.invalidateQueries({ queryKey: ['tokens'] });
    } catch (error) {
      presses.set(order.content, { key, isInProgress: false });
      setRuns(before => before.map(run => (run.key === key ? { ...run, error: error as Error } : run)));
    }
  };
  const start = (order: Order) => {
    if (isInProgress(order)) return false;
    const key = presses.get(order.content)?.key ?? newIdempotencyKey();
    const run: Run = { key, order, error: undefined };
    presses.set(order.content, { key, isInProgress: true });
    setRuns(before => [run, ...before.filter(one => one.key !== key)]);
    void send(run);
    return true;
  };
  const retry = ({ order }: Run) => void start(order);
  return { all: runs, start, isInProgress, retry, dismiss };
}
