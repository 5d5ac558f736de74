/** Queries of local models: what could be installed, and how far what is installed is. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf, LineOf } from '../../../src/api/procedures/table/contract.ts';
import { list, readProcedure } from '../api.ts';

export type LocalModel = LineOf<'local list'>;
export type LocalFile = LineOf<'local files'>;
export type LocalMachine = AnswerOf<'local machine'>;

const whileWorkingMs = 1000;
const usualMs = 30_000;

export const localModelsQuery = queryOptions({
  queryKey: ['local models'],
  queryFn: () => list('local list'),
  // The server announces changes. This is for those that were missed.
  refetchInterval: ({ state: { data } }) => (data?.some(isWorking) ? whileWorkingMs : usualMs),
});

export const localFilesQuery = queryOptions({
  queryKey: ['local files'],
  queryFn: () => list('local files'),
});

export const localMachineQuery = queryOptions({
  queryKey: ['local machine'],
  queryFn: () => readProcedure('local machine', {}),
  refetchInterval: usualMs,
});

export function isWorking({ state }: LocalModel): boolean {
  return state === 'installing' || state === 'removing';
}

/** First elements of the keys of all queries that an installed or removed model affects. */
export const queriesOfLocalModels = [
  'local models',
  'local files',
  'engines',
  'routes',
  'all models',
  'model facts',
  'model lines',
] as const;
