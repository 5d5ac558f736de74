/** Submits follow-ups of a clip, with one idempotency key per press, as for a new clip. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { newIdempotencyKey } from '../../data/actions/submit-task.ts';
import { callRoute, isUnanswered, readProcedure } from '../../data/api.ts';
import { applyTasks } from '../../data/events/live-updates.ts';
import { quotePrice, type Price } from '../../data/models/price.ts';
import { balanceQuery } from '../../data/session.ts';
import type { Model } from '../../data/models/models.ts';
import type { Task } from '../../data/tasks/tasks.ts';
import type { Token } from '../../data/tokens/tokens.ts';
import { listSeconds } from '../../prices/modes.ts';

export interface ClipDialogProps {
  readonly task: Task;
  readonly model: Model;
  readonly token: Token;
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
}

type ClipOfClip = 'POST /v1/videos/extensions' | 'POST /v1/videos/:id/remix';

export function useClipOfClip({ task, token, onMade, onClose }: ClipDialogProps, route: ClipOfClip) {
  const client = useQueryClient();
  const unansweredRequest = useRef<{ key: string; text: string }>(undefined);
  return useMutation({
    mutationFn: (body: object) => {
      const text = JSON.stringify(body);
      const before = unansweredRequest.current;
      const key = before?.text === text ? before.key : newIdempotencyKey();
      unansweredRequest.current = { key, text };
      const headers = { 'kinora-token': token.id, 'idempotency-key': key };
      return callRoute(route, { params: { id: task.id }, body, headers });
    },
    onError: error => {
      if (!isUnanswered(error)) unansweredRequest.current = undefined;
    },
    onSuccess: async ({ id }) => {
      onClose();
      onMade(id);
      void client.invalidateQueries({ queryKey: balanceQuery.queryKey });
      applyTasks(client, [await readProcedure('task show', { task: id })]);
    },
  });
}

/** The price of the added seconds, which does not depend on pictures. */
export function priceOfMore(
  { task, model }: Pick<ClipDialogProps, 'task' | 'model'>,
  seconds: number,
): Price | undefined {
  const parameters = { ...task.parameters, seconds, operation: 'clip', references: 0 };
  return quotePrice(model, { parameters, tier: task.tier, seconds });
}

/** The durations by which the clip can be extended. */
export function listAdditions(model: Model, { seconds }: Pick<Task, 'seconds'>): number[] {
  const max = model.longest_seconds ?? 0;
  return listSeconds(model).filter(addedSeconds => (seconds ?? 0) + addedSeconds <= max);
}
