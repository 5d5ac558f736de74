/** Changes by procedures: what was read of the same things is read again when one is made. */
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { AnswerOf, InputOf, ProcedureName } from '../../src/procedures/contract.ts';
import { callProcedure } from './api.ts';

/** `stale`: first parts of the query keys that it may have changed. */
export function useProcedure<Name extends ProcedureName>(
  procedure: Name,
  stale: readonly string[] = [],
): UseMutationResult<AnswerOf<Name>, Error, InputOf<Name>> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<Name>) => callProcedure(procedure, input),
    onSuccess: async () => {
      await Promise.all(stale.map(key => client.invalidateQueries({ queryKey: [key] })));
    },
  });
}
