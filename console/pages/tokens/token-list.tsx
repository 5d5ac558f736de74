/** The list of tokens: spending, expiry and limits. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { IconComponent } from '../../icons/icon.ts';
import { Ban, CircleCheck, Clapperboard, Clock, Image } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { list } from '../../data/api.ts';
import { hasRole, useUser } from '../../data/session.ts';
import type { Token } from '../../data/tokens/tokens.ts';
import { classes } from '../../ui/class-names.ts';
import { FilterChips } from '../../ui/filters/filter-chips.tsx';
import { useKeys } from '../../ui/keys.ts';
import { RelativeTime } from '../../ui/formatted-values.tsx';
import { NoResults } from '../../ui/page-states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { KeySafety } from './key-safety.tsx';
import { Limits } from './limits.tsx';
import { SpentAmount } from './spent-amount.tsx';
import { listWarnings, type Warning } from './token-safety.ts';
import type { TokensAddress } from './tokens-address.ts';
import { tokenMessages } from './messages.ts';

interface TokenListProps {
  readonly tokens: readonly Token[];
  readonly open: Token | undefined;
}

export function TokenList({ tokens, open }: TokenListProps) {
  const t = useMessages(tokenMessages);
  const [address, change] = useAddress<TokensAddress>();
  const columns = useColumns(tokens);
  const [now] = useState(() => Date.now());
  const visibleTokens = tokens
    .filter(({ state }) => (address.state ? state === address.state : state !== 'revoked'))
    .filter(token => !address.warn || listWarnings(token, now).includes(address.warn as Warning));
  const clear = () => change({ state: undefined, warn: undefined });
  const step = (offset: number) => {
    const openIndex = visibleTokens.findIndex(({ id }) => id === open?.id);
    const nextToken = visibleTokens[openIndex + offset];
    if (openIndex >= 0 && nextToken) change({ open: nextToken.id });
  };
  useKeys({ j: () => step(1), k: () => step(-1) });
  const chips = (['active', 'expired', 'revoked'] as const)
    .map(state => ({
      value: state,
      label: t.states[state],
      count: tokens.filter(token => token.state === state).length,
    }))
    .filter(({ count, value }) => count > 0 || value === address.state);
  return (
    <div className="grid gap-4">
      <KeySafety tokens={tokens} />
      <FilterChips
        label={t.state}
        isQuiet
        chips={chips}
        value={address.state}
        onChange={state => change({ state })}
      />
      {visibleTokens.length === 0 ? (
        <NoResults onClear={clear} />
      ) : (
        <Table
          label={t.list}
          columns={columns}
          rows={visibleTokens}
          toKey={({ id }) => id}
          openKey={open?.id}
          onOpen={({ id }) => change({ open: id }, { isStep: true })}
        />
      )}
    </div>
  );
}

function useColumns(tokens: readonly Token[]): readonly Column<Token>[] {
  const t = useMessages(tokenMessages);
  const user = useUser();
  const isOfMany =
    hasRole(user, 'owner') && tokens.some(token => token.user !== null && token.user !== user.id);
  const { data: users = [] } = useQuery({
    queryKey: ['users', tokens[0]?.account],
    queryFn: () => list('user list', { account: tokens[0]?.account }),
    enabled: isOfMany,
  });
  const userName = ({ user: id }: Token) => users.find(one => one.id === id)?.name ?? '—';
  const userColumn: Column<Token> = {
    key: 'user',
    title: t.columns.user,
    isWide: true,
    from: 'lg',
    cell: userName,
  };
  return [
    { key: 'name', title: t.columns.name, cell: token => <Name token={token} /> },
    {
      key: 'state',
      title: t.columns.state,
      className: 'max-sm:text-right',
      cell: token => <TokenState state={token.state} />,
    },
    {
      key: 'group',
      title: t.columns.group,
      cell: ({ group, also, kind }) => (
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
          {kind === 'image' ? <Image size={14} aria-hidden /> : <Clapperboard size={14} aria-hidden />}
          {[group, also].filter(Boolean).join(' + ')}
        </span>
      ),
    },
    ...(isOfMany ? [userColumn] : []),
    {
      key: 'used',
      title: t.columns.used,
      className: 'max-sm:text-right max-sm:text-muted',
      cell: ({ last_used }) =>
        last_used ? <RelativeTime time={last_used} /> : <span className="text-muted">{t.notUsed}</span>,
    },
    {
      key: 'spent',
      title: t.columns.spent,
      isNamed: true,
      className: 'sm:w-36 lg:w-52',
      cell: token => <SpentAmount token={token} />,
    },
    {
      key: 'expires',
      title: t.columns.expires,
      isWide: true,
      cell: ({ expires }) =>
        expires ? <RelativeTime time={expires} /> : <span className="text-muted">{t.never}</span>,
    },
    {
      key: 'limits',
      title: t.columns.limits,
      from: 'lg',
      className: 'max-sm:col-span-2',
      cell: token => <Limits token={token} />,
    },
  ];
}

/** The name is a button, so that the row can be opened by keyboard. */
function Name({ token }: { readonly token: Token }) {
  const t = useMessages(tokenMessages);
  const [, change] = useAddress<TokensAddress>();
  const isInactive = token.state !== 'active';
  return (
    <span className={classes('block min-w-0 py-1', isInactive && 'text-muted')}>
      <button
        type="button"
        className="block max-w-56 min-h-6 truncate text-left font-medium hover:underline"
        onClick={() => change({ open: token.id }, { isStep: true })}
      >
        {token.name}
      </button>
      <span className="text-xs text-muted">
        <code className="font-mono">{token.prefix}…</code>
        {token.client && ` ${t.forProgram(token.client.name)}`}
      </span>
      <span className="mt-1 hidden text-text sm:max-lg:block">
        <Limits token={token} isQuiet />
      </span>
    </span>
  );
}

const stateStyles: Readonly<Record<Token['state'], readonly [IconComponent, string]>> = {
  active: [CircleCheck, 'text-ok'],
  expired: [Clock, 'text-warn'],
  revoked: [Ban, 'text-muted'],
};

export function TokenState({ state }: { readonly state: Token['state'] }) {
  const t = useMessages(tokenMessages);
  const [Icon, color] = stateStyles[state];
  return (
    <span className={classes('inline-flex items-center gap-1.5 whitespace-nowrap', color)}>
      <Icon size={14} aria-hidden />
      {t.states[state]}
    </span>
  );
}
