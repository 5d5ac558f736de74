/** The signed-in user, and the data about the server that is available before sign-in. */
import type { AnswerOf } from '../../src/api/procedures/table/contract.ts';
import { queryOptions, useQuery, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import type { RouteContract } from '../../src/api/contract.ts';
import { ApiError, callRoute, readProcedure } from './api.ts';
import { claimUserValues, forgetUserValues } from '../state/stored-value.ts';
import { basePath } from './server-path.ts';

export type User = RouteContract['GET /api/session']['answer']['user'];

export type About = RouteContract['GET /api/about']['answer'];

export type Balance = AnswerOf<'account balance'>;

/** Null if no user is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<User | null> => {
    const user = await readUser();
    if (user) claimUserValues(user.id);
    notifyTabs(user);
    return user;
  },
  staleTime: Infinity,
});

async function readUser(): Promise<User | null> {
  try {
    return (await callRoute('GET /api/session')).user;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

const channelName = 'kinora user';

/** All tabs share the session cookie, so signing in or out in one tab affects all of them. */
function notifyTabs(user: User | null): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(user?.id ?? null);
  channel.close();
}

/** Drops the current URL, because it may hold text that another user typed. */
function restart(): void {
  location.replace(`${basePath}/console/`);
}

/**
 * Restarts the page when another tab signs in as someone else or signs out.
 * Returns a function that stops this.
 */
export function followUser(user: User): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<string | null>) => data !== user.id && restart();
  return () => channel.close();
}

/** Checks whether `user` is still signed in. If not, restarts the page and returns false. Throws ApiError. */
export async function isStillSignedIn(user: User): Promise<boolean> {
  const current = await readUser();
  if (current?.id === user.id) return true;
  restart();
  return false;
}

export const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: () => callRoute('GET /api/about'),
  staleTime: Infinity,
});

export const balanceQuery = queryOptions({
  queryKey: ['balance'],
  queryFn: () => readProcedure('account balance'),
  staleTime: 10_000,
});

/** Returns the signed-in user. Only pages that require signing in may call it. */
export function useUser(): User {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data) throw new Error('Nobody is signed in');
  return data;
}

export function useAbout(): About {
  return useSuspenseQuery(aboutQuery).data;
}

export function useCurrency(): string {
  return useAbout().currency;
}

/** The time zone in which days and months of money begin. */
export function useServerZone(): string {
  return useAbout().time_zone;
}

export function useBalance(): Balance | undefined {
  return useQuery(balanceQuery).data;
}

/** Discards the data of the previous user after signing in, joining or signing out. */
export function startSession(client: QueryClient, user: User | null): void {
  const about = client.getQueryData(aboutQuery.queryKey);
  client.clear();
  if (about) client.setQueryData(aboutQuery.queryKey, about);
  client.setQueryData(sessionQuery.queryKey, user);
  if (user) claimUserValues(user.id);
  notifyTabs(user);
}

export async function signOut(client: QueryClient): Promise<void> {
  await callRoute('DELETE /api/session');
  forgetUserValues();
  startSession(client, null);
}

const ranks = { member: 1, owner: 2, operator: 3 } as const;

export function hasRole(user: User, role: User['role']): boolean {
  return ranks[user.role] >= ranks[role];
}
