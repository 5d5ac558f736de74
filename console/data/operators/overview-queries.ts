/** Queries of the overview: current figures, nodes, and the last 24 hours. */
import type { AnswerOf } from '../../../src/api/procedures/table/contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { readProcedure } from '../api.ts';

const refetchEveryMs = 10_000;

export type Overview = AnswerOf<'overview show'>;

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: () => readProcedure('overview show'),
  refetchInterval: refetchEveryMs,
});

export type Node = AnswerOf<'node list'>['data'][number];

export const nodesQuery = queryOptions({
  queryKey: ['nodes'],
  queryFn: () => readProcedure('node list'),
  refetchInterval: refetchEveryMs,
});

export type History = AnswerOf<'overview history'>;

export const historyQuery = queryOptions({
  queryKey: ['overview', 'history'],
  queryFn: () => readProcedure('overview history'),
  refetchInterval: 60_000,
});
