/** What was read, and when it is read again. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { isAway, readWhenBack } from './refetch-when-back.ts';
import { sessionQuery } from './session.ts';

export function openClient(): QueryClient {
  /** The session ended elsewhere: the next look at it shows the sign-in. */
  const onError = (error: Error) => {
    if (isAway(error)) void readWhenBack(client);
    if (error instanceof ApiError && error.code === 'session_missing')
      client.setQueryData(sessionQuery.queryKey, null);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5000,
        // What was refused will be refused again; what was not answered may be.
        retry: (count, error) =>
          count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
      },
      mutations: { retry: false },
    },
  });
  return client;
}
