/** The user's own passkeys, shared by the list and the password form. */
import { queryOptions } from '@tanstack/react-query';
import type { PasskeyRecord } from '../../../src/interfaces/console/passkey-routes.ts';
import { get } from '../../data/api.ts';

export type Passkey = PasskeyRecord;

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async () => (await get<{ data: readonly Passkey[] }>('/api/passkey.list')).data,
});
