/** The server's OpenAPI document, fetched once. */
import { queryOptions } from '@tanstack/react-query';
import { callRoute } from '../../data/api.ts';
import { listOperations, type OpenApi } from './document.ts';

export const documentQuery = queryOptions({
  queryKey: ['openapi'],
  queryFn: async () => listOperations((await callRoute('GET /openapi.json')) as OpenApi),
  staleTime: Infinity,
});
