/** Collections of tasks: what there are, and how they are kept. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { list, run } from './api.ts';

export interface Collection {
  readonly id: string;
  readonly name: string;
  /** How many tasks are in it. */
  readonly count: number;
  readonly cover: string | null;
  readonly created: string;
}

/** Of the user's own account. */
export function collectionsQuery(account: string) {
  return queryOptions({
    queryKey: ['collections', account],
    queryFn: () => list<Collection>('collection list', { account }),
    staleTime: 10_000,
  });
}

export async function createCollection(client: QueryClient, name: string): Promise<Collection> {
  const made = await run<Collection>('collection create', { name });
  await client.invalidateQueries({ queryKey: ['collections'] });
  return made;
}

/** At once; taken back when the server refuses it. */
export async function renameCollection(client: QueryClient, collection: string, name: string): Promise<void> {
  const before = client.getQueriesData<Collection[]>({ queryKey: ['collections'] });
  client.setQueriesData<Collection[]>({ queryKey: ['collections'] }, lines =>
    lines?.map(line => (line.id === collection ? { ...line, name } : line)),
  );
  try {
    await run('collection rename', { collection, name });
  } catch (error) {
    for (const [key, data] of before) client.setQueryData(key, data);
    throw error;
  }
}

export async function deleteCollection(client: QueryClient, collection: string): Promise<void> {
  await run('collection delete', { collection });
  await client.invalidateQueries({ queryKey: ['collections'] });
}

export async function moveInCollection(
  client: QueryClient,
  deed: 'add' | 'remove',
  input: { readonly collection: string; readonly tasks: readonly string[] },
): Promise<void> {
  await run(`collection ${deed}`, input);
  await client.invalidateQueries({ queryKey: ['collections'] });
}
