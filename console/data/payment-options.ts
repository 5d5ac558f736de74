/** How the account can pay. Without methods, the operator accepts no payments here. */
import type { AnswerOf } from '../../src/api/procedures/table/contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { readProcedure } from './api.ts';

export type PaymentOptions = AnswerOf<'payment options'>;

export const paymentOptionsQuery = queryOptions({
  queryKey: ['payment options'],
  queryFn: () => readProcedure('payment options', {}),
  staleTime: Infinity,
});
