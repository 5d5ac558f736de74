/** The user's own passkeys, shared by the list and the password form. */
import { queryOptions } from '@tanstack/react-query';
import type { RouteContract } from '../../../src/api/contract.ts';
import { callRoute } from '../../data/api.ts';

export type Passkey = RouteContract['GET /api/passkey.list']['answer']['data'][number];

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async () => (await callRoute('GET /api/passkey.list')).data,
});
