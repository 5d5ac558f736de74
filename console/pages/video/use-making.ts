/**
 * Submits the form. Each press has one idempotency key, which is reused after a missing response, so that nothing is charged
 * twice.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { createVideo, newIdempotencyKey } from '../../data/actions/submit-task.ts';
import { isUnanswered, readProcedure } from '../../data/api.ts';
import { applyTasks } from '../../data/events/live-updates.ts';
import { balanceQuery } from '../../data/session.ts';
import type { Token } from '../../data/tokens/tokens.ts';
import { toBody, type Wanted } from './request.ts';

interface Press {
  readonly key: string;
  readonly of: Wanted;
}

/** An error is shown until the form changes. */
export function useMaking(token: Token, wanted: Wanted, onMade: (id: string) => void) {
  const client = useQueryClient();
  const unanswered = useRef<Press>(undefined);
  // A second press may arrive before the next render.
  const isOn = useRef(false);
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: ({ of, key }: Press) => createVideo(token, toBody(of), key),
    onSuccess: async ({ id }) => {
      unanswered.current = undefined;
      onMade(id);
      void client.invalidateQueries({ queryKey: balanceQuery.queryKey });
      const made = await readProcedure('task show', { task: id }).catch(() => undefined);
      if (made) applyTasks(client, [made]);
    },
    onError: (failure, press) => {
      unanswered.current = isUnanswered(failure) ? press : undefined;
    },
    onSettled: () => {
      isOn.current = false;
    },
  });
  const isSame = (press: Press | undefined) => JSON.stringify(press?.of) === JSON.stringify(wanted);
  const make = () => {
    if (isOn.current) return;
    isOn.current = true;
    const before = unanswered.current;
    mutate(before && isSame(before) ? before : { key: newIdempotencyKey(), of: wanted });
  };
  return { make, isPending, error: (isSame(variables) && error) || undefined };
}
