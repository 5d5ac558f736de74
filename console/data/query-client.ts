/** The query cache: when queries are retried and refetched. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { isServerUnreachable, refetchWhenBack } from './refetch-when-back.ts';
import { sessionQuery } from './session.ts';

export function openClient(): QueryClient {
  /** When the session has ended elsewhere, clearing its query shows the sign-in page. */
  const onError = (error: Error) => {
    if (isServerUnreachable(error)) void refetchWhenBack(client);
    if (error instanceof ApiError && error.code === 'session_missing')
      client.setQueryData(sessionQuery.queryKey, null);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5000,
        // A rejected request is not retried, but a request without a response is.
        retry: (count, error) =>
          count < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
      },
      mutations: { retry: false },
    },
  });
  return client;
}
