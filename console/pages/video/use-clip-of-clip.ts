/** A clip made of a clip: one key per press, as for a new one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { newPress } from '../../data/act.ts';
import { ask, tell } from '../../data/api.ts';
import { take } from '../../data/live.ts';
import { priceOf, type Price } from '../../data/price.ts';
import { balanceQuery } from '../../data/session.ts';
import type { Model } from '../../data/models.ts';
import type { Task } from '../../data/tasks.ts';
import type { Token } from '../../data/tokens.ts';
import { secondsOf } from '../../prices/modes.ts';
import { isUnanswered } from './use-making.ts';

export interface ClipDialogProps {
  readonly task: Task;
  readonly model: Model;
  readonly token: Token;
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
}

export function useClipOfClip({ token, onMade, onClose }: ClipDialogProps, path: string) {
  const client = useQueryClient();
  const unanswered = useRef<{ key: string; text: string }>(undefined);
  return useMutation({
    mutationFn: (body: object) => {
      const text = JSON.stringify(body);
      const before = unanswered.current;
      const key = before?.text === text ? before.key : newPress();
      unanswered.current = { key, text };
      const headers = { 'kinora-token': token.id, 'idempotency-key': key };
      return ask<{ id: string }>('POST', path, { body, headers });
    },
    onError: error => {
      if (!isUnanswered(error)) unanswered.current = undefined;
    },
    onSuccess: async ({ id }) => {
      onClose();
      onMade(id);
      void client.invalidateQueries({ queryKey: balanceQuery.queryKey });
      take(client, [await tell<Task>('task show', { task: id })]);
    },
  });
}

/** Today's price of a clip as this one, of so many seconds; with the pictures that it was made from, where they count. */
export function priceOfLike(
  { task, model, token }: ClipDialogProps,
  seconds: number,
  references?: number,
): Price | undefined {
  const counted = references ?? referencesOf(task, model);
  const parameters = { ...task.parameters, seconds, operation: 'clip', references: counted };
  return priceOf(model, token, { parameters, tier: task.tier, seconds });
}

/** How many there were is not told; what was paid for one unit tells it, where the price depends on it. */
function referencesOf({ price }: Task, { price: { rules } }: Model): number {
  const found = rules.find(
    ({ when, unit_price }) =>
      when?.['references'] !== undefined && Number(unit_price) === Number(price.unit_price),
  );
  return Number(found?.when?.['references'] ?? 0);
}

/** By how much the clip can become longer. */
export function additionsOf(model: Model, { seconds }: Pick<Task, 'seconds'>): number[] {
  const most = model.longest_seconds ?? 0;
  return secondsOf(model).filter(added => (seconds ?? 0) + added <= most);
}
