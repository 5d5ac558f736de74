/** Calls to procedures that change something; the queries that the change affects are refetched. */
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { AnswerOf, InputOf, ProcedureName } from '../../src/api/procedures/table/contract.ts';
import { callProcedure } from './api.ts';

/** `staleQueryKeys` are the first elements of the keys of the queries that the change may affect. */
export function useProcedure<Name extends ProcedureName>(
  procedure: Name,
  staleQueryKeys: readonly string[] = [],
): UseMutationResult<AnswerOf<Name>, Error, InputOf<Name>> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<Name>) => callProcedure(procedure, input),
    onSuccess: async () => {
      await Promise.all(staleQueryKeys.map(key => client.invalidateQueries({ queryKey: [key] })));
    },
  });
}
