/** The tokens that the user may create with. What is made in the Console counts on one of them, as if its key had been used. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { keptOwn } from './kept.ts';
import { list } from './api.ts';
import type { Tier } from '../../src/models/model-card.ts';

export interface Token {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly group: string;
  readonly kind: 'image' | 'video';
  /** Of its group, on every price. */
  readonly factor: string;
  /** The first characters of the key. */
  readonly prefix: string;
  readonly state: 'active' | 'expired' | 'revoked';
  /** Of tasks that name none. */
  readonly tier: Tier | null;
  readonly expires: string | null;
  readonly models: readonly string[] | null;
  readonly addresses: readonly string[] | null;
  readonly cap_total: string | null;
  readonly cap_day: string | null;
  readonly cap_month: string | null;
  readonly max_open: number | null;
  readonly max_per_minute: number | null;
  readonly spent: string;
  readonly held: string;
  readonly today: string;
  readonly this_month: string;
  readonly created: string;
  readonly last_used: string | null;
  readonly revoked: string | null;
  readonly user: string | null;
}

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => list<Token>('token list'),
  staleTime: 30_000,
});

/** Those of one account: an operator sees all, and seldom wants that. */
export function tokensOfQuery(account: string) {
  return queryOptions({
    queryKey: ['tokens', account],
    queryFn: () => list<Token>('token list', { account }),
    staleTime: 5000,
  });
}

const chosen = { image: keptOwn('image token', ''), video: keptOwn('video token', '') };

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
