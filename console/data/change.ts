/** Changes by procedures: what was read of the same things is read again when one is made. */
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { run } from './api.ts';

/** `stale`: first parts of the query keys that it may have changed. */
export function useProcedure<Input, Answer = unknown>(
  procedure: string,
  stale: readonly string[] = [],
): UseMutationResult<Answer, Error, Input> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => run<Answer>(procedure, input),
    onSuccess: async () => {
      await Promise.all(stale.map(key => client.invalidateQueries({ queryKey: [key] })));
    },
  });
}
