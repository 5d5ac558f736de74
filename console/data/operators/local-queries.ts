/** Queries of local models: those that can be installed, and the progress of installations. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf, LineOf } from '../../../src/api/procedures/table/contract.ts';
import { list, readProcedure } from '../api.ts';

export type LocalModel = LineOf<'local list'>;
export type LocalFile = LineOf<'local files'>;
export type LocalMachine = AnswerOf<'local machine'>;

const refetchWhileWorkingMs = 1000;
const refetchEveryMs = 30_000;

export const localModelsQuery = queryOptions({
  queryKey: ['local models'],
  queryFn: () => list('local list'),
  // The server announces changes. Polling finds those that were missed.
  refetchInterval: ({ state: { data } }) => (data?.some(isWorking) ? refetchWhileWorkingMs : refetchEveryMs),
});

export const localFilesQuery = queryOptions({
  queryKey: ['local files'],
  queryFn: () => list('local files'),
});

export const localMachineQuery = queryOptions({
  queryKey: ['local machine'],
  queryFn: () => readProcedure('local machine', {}),
  refetchInterval: refetchEveryMs,
});

export function isWorking({ state }: LocalModel): boolean {
  return state === 'installing' || state === 'removing';
}

/** First elements of the keys of all queries that an installed or removed model affects. */
export const localModelQueryKeys = [
  'local models',
  'local files',
  'engines',
  'routes',
  'all models',
  'model facts',
  'model lines',
] as const;
