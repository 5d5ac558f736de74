/** The tokens that the user may create with. What is made in the Console counts on one of them, as if its key had been used. */
import type { LineOf } from '../../../src/procedures/contract.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { openUserValue } from '../../state/stored-value.ts';
import { list } from '../api.ts';

export type Token = LineOf<'token list'>;

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => list('token list'),
  staleTime: 30_000,
});

/** Those of one account: an operator sees all, and seldom wants that. */
export function tokensOfQuery(account: string) {
  return queryOptions({
    queryKey: ['tokens', account],
    queryFn: () => list('token list', { account }),
    staleTime: 5000,
  });
}

const chosen = { image: openUserValue('image token', ''), video: openUserValue('video token', '') };

export interface TokenChoice {
  /** Undefined: there is none to create with (or they are being read). */
  readonly token: Token | undefined;
  readonly tokens: readonly Token[];
  readonly isLoading: boolean;
  readonly choose: (id: string) => void;
}

/** The live tokens of a kind, and the one that was chosen last, else the first. */
export function useToken(kind: 'image' | 'video', account: string): TokenChoice {
  const { data = [], isLoading } = useQuery(tokensQuery);
  const id = chosen[kind].use();
  const tokens = data.filter(
    token => token.kind === kind && token.account === account && token.state === 'active',
  );
  const token = tokens.find(one => one.id === id) ?? tokens[0];
  return { token, tokens, isLoading, choose: chosen[kind].set };
}
