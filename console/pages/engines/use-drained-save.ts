/**
 * Saves a change that the server accepts only for a drained engine: drains it, waits until its tasks have
 * ended, saves, and resumes it.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { InputOf } from '../../../src/api/procedures/table/contract.ts';
import { ApiError, callProcedure } from '../../data/api.ts';
import { engineQueryKeys } from '../../data/operators/engine-queries.ts';

export interface DrainedSave {
  readonly isPending: boolean;
  /** Whether it waits for tasks of the engine. */
  readonly isWaiting: boolean;
  readonly error: Error | null;
  readonly save: (change: InputOf<'engine change'>, options: { readonly onSuccess: () => void }) => void;
  /** Stops waiting. The engine takes tasks again, with its old settings. */
  readonly stop: () => void;
}

const againMs = 2000;

export function isInUse(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'engine_in_use';
}

/**
 * `reason` is shown in the list of engines meanwhile. `isDrained`: the engine was drained before, and stays
 * so.
 */
export function useDrainedSave(reason: string, isDrained: boolean): DrainedSave {
  const client = useQueryClient();
  const isStopped = useRef(false);
  const [isWaiting, setWaiting] = useState(false);
  const saveUnused = async (change: InputOf<'engine change'>): Promise<boolean> => {
    for (;;) {
      if (isStopped.current) return false;
      const error = await callProcedure('engine change', change).catch((failure: Error) => failure);
      if (!(error instanceof Error)) return true;
      if (!isInUse(error)) throw error;
      setWaiting(true);
      await new Promise(resolve => setTimeout(resolve, againMs));
    }
  };
  const mutation = useMutation({
    mutationFn: async (change: InputOf<'engine change'>) => {
      const { engine } = change;
      isStopped.current = false;
      if (!isDrained) await callProcedure('engine drain', { engine, reason });
      try {
        return await saveUnused(change);
      } finally {
        setWaiting(false);
        if (!isDrained) await callProcedure('engine resume', { engine });
        await Promise.all(engineQueryKeys.map(key => client.invalidateQueries({ queryKey: [key] })));
      }
    },
  });
  return {
    isPending: mutation.isPending,
    isWaiting,
    error: mutation.error,
    save: (change, { onSuccess }) =>
      mutation.mutate(change, { onSuccess: isSaved => isSaved && onSuccess() }),
    stop: () => {
      isStopped.current = true;
    },
  };
}
