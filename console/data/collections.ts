/** Collections of tasks: how they are read and changed. */
import type { LineOf } from '../../src/api/procedures/table/contract.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { list, callProcedure } from './api.ts';

export type Collection = LineOf<'collection list'>;

/** The collections of an account. */
export function collectionsQuery(account: string) {
  return queryOptions({
    queryKey: ['collections', account],
    queryFn: () => list('collection list', { account }),
    staleTime: 10_000,
  });
}

export async function createCollection(client: QueryClient, name: string): Promise<Collection> {
  const created = await callProcedure('collection create', { name });
  await client.invalidateQueries({ queryKey: ['collections'] });
  return created;
}

/** Updates the cache immediately and rolls back if the server rejects the change. */
export async function renameCollection(client: QueryClient, collection: string, name: string): Promise<void> {
  const before = client.getQueriesData<Collection[]>({ queryKey: ['collections'] });
  client.setQueriesData<Collection[]>({ queryKey: ['collections'] }, collections =>
    collections?.map(item => (item.id === collection ? { ...item, name } : item)),
  );
  try {
    await callProcedure('collection rename', { collection, name });
  } catch (error) {
    for (const [key, data] of before) client.setQueryData(key, data);
    throw error;
  }
}

export async function deleteCollection(client: QueryClient, collection: string): Promise<void> {
  await callProcedure('collection delete', { collection });
  await client.invalidateQueries({ queryKey: ['collections'] });
}

export async function moveInCollection(
  client: QueryClient,
  action: 'add' | 'remove',
  input: { readonly collection: string; readonly tasks: readonly string[] },
): Promise<void> {
  await callProcedure(`collection ${action}`, input);
  await client.invalidateQueries({ queryKey: ['collections'] });
}
