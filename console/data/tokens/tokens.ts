/**
 * The tokens that the user can submit with. A task created in the Console counts toward one of them,
 * as if its key had been used.
 */
import type { LineOf } from '../../../src/api/procedures/table/contract.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { openUserValue } from '../../state/stored-value.ts';
import { list } from '../api.ts';

export type Token = LineOf<'token list'>;

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => list('token list'),
  staleTime: 30_000,
});

/** The tokens of one account. Operators can access those of all accounts. */
export function accountTokensQuery(account: string) {
  return queryOptions({
    queryKey: ['tokens', account],
    queryFn: () => list('token list', { account }),
    staleTime: 5000,
  });
}

const storedTokenIds = { image: openUserValue('image token', ''), video: openUserValue('video token', '') };

export interface TokenChoice {
  /** Undefined if there is none to submit with, or they are still loading. */
  readonly token: Token | undefined;
  readonly tokens: readonly Token[];
  readonly isLoading: boolean;
  readonly choose: (id: string) => void;
}

/** The active tokens of a kind, and the current one: the last one chosen, or else the first. */
export function useToken(kind: 'image' | 'video', account: string): TokenChoice {
  const { data = [], isLoading } = useQuery(tokensQuery);
  const id = storedTokenIds[kind].use();
  const tokens = data.filter(
    token =>
      (token.kind === kind || token.also !== null) && token.account === account && token.state === 'active',
  );
  const token = tokens.find(one => one.id === id) ?? tokens[0];
  return { token, tokens, isLoading, choose: storedTokenIds[kind].set };
}
