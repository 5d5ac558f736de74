/**
 * Submits the form. Each press has one idempotency key, which is reused after a missing response, so
 * that nothing is charged twice.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { createVideo, newIdempotencyKey } from '../../data/actions/submit-task.ts';
import { isUnanswered, readProcedure } from '../../data/api.ts';
import { applyTasks } from '../../data/events/live-updates.ts';
import { balanceQuery } from '../../data/session.ts';
import type { Token } from '../../data/tokens/tokens.ts';
import { toBody, type VideoRequest } from './request.ts';

interface Press {
  readonly key: string;
  readonly request: VideoRequest;
}

/** An error is shown until the form changes. */
export function useCreateVideo(token: Token, videoRequest: VideoRequest, onMade: (id: string) => void) {
  const client = useQueryClient();
  const unansweredPress = useRef<Press>(undefined);
  // A second press may arrive before the next render.
  const isSubmitting = useRef(false);
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: ({ request, key }: Press) => createVideo(token, toBody(request), key),
    onSuccess: async ({ id }) => {
      unansweredPress.current = undefined;
      onMade(id);
      void client.invalidateQueries({ queryKey: balanceQuery.queryKey });
      const created = await readProcedure('task show', { task: id }).catch(() => undefined);
      if (created) applyTasks(client, [created]);
    },
    onError: (failure, press) => {
      unansweredPress.current = isUnanswered(failure) ? press : undefined;
    },
    onSettled: () => {
      isSubmitting.current = false;
    },
  });
  const isSame = (press: Press | undefined) =>
    JSON.stringify(press?.request) === JSON.stringify(videoRequest);
  const make = () => {
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    const before = unansweredPress.current;
    mutate(before && isSame(before) ? before : { key: newIdempotencyKey(), request: videoRequest });
  };
  return { make, isPending, error: (isSame(variables) && error) || undefined };
}
