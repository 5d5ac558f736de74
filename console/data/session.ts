/** Who is signed in, and what is known before anybody has. */
import { queryOptions, useQuery, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { ApiError, ask, get, tell } from './api.ts';
import { claimOwn, forgetOwn } from './kept.ts';

export interface User {
  readonly id: string;
  /** Id of the account. */
  readonly account: string;
  readonly email: string;
  readonly name: string;
  readonly role: 'operator' | 'owner' | 'member';
  readonly has_password: boolean;
}

export interface About {
  readonly version: string;
  readonly currency: string;
  /** Image model version of prompts that name none. */
  readonly default_version: string;
  readonly open_id: boolean;
  /** The host name of that provider. */
  readonly open_id_host: string | null;
  readonly public_models: boolean;
  readonly set_up: boolean;
}

export interface Balance {
  readonly account: string;
  readonly available: string;
  readonly held: string;
  readonly currency: string;
}

/** Null: nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<User | null> => {
    const user = await readUser();
    if (user) claimOwn(user.id);
    tellTabs(user);
    return user;
  },
  staleTime: Infinity,
});

async function readUser(): Promise<User | null> {
  try {
    return (await get<{ user: User | null }>('/api/session')).user;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

const channelName = 'kinora user';

/** All tabs share the cookie: who signs in or out in one does so in all. */
function tellTabs(user: User | null): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(user?.id ?? null);
  channel.close();
}

/** Not at this address: it may hold what somebody else typed. */
function beginAnew(): void {
  location.replace('/console/');
}

/** A page of somebody who is no longer signed in begins from nothing. Returns how to end it. */
export function followUser(user: User): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<string | null>) => data !== user.id && beginAnew();
  return () => channel.close();
}

/** Looks who is signed in, where it may have changed unheard; throws ApiError. False: somebody else, and the page begins from nothing. */
export async function isStill(user: User): Promise<boolean> {
  const now = await readUser();
  if (now?.id === user.id) return true;
  beginAnew();
  return false;
}

export const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: () => get<About>('/api/about'),
  staleTime: Infinity,
});

export const balanceQuery = queryOptions({
  queryKey: ['balance'],
  queryFn: () => tell<Balance>('account balance'),
  staleTime: 10_000,
});

/** On pages behind the sign-in. */
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

export function useBalance(): Balance | undefined {
  return useQuery(balanceQuery).data;
}

/** After signing in, joining or signing out: nothing of before is shown again. */
export function beginAs(client: QueryClient, user: User | null): void {
  const about = client.getQueryData(aboutQuery.queryKey);
  client.clear();
  if (about) client.setQueryData(aboutQuery.queryKey, about);
  client.setQueryData(sessionQuery.queryKey, user);
  if (user) claimOwn(user.id);
  tellTabs(user);
}

export async function signOut(client: QueryClient): Promise<void> {
  await ask('DELETE', '/api/session');
  forgetOwn();
  beginAs(client, null);
}

const ranks = { member: 1, owner: 2, operator: 3 } as const;

export function mayAs(user: User, role: User['role']): boolean {
  return ranks[user.role] >= ranks[role];
}
