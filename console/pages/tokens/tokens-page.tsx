/** The tokens of the account with their limits and warnings, and the form for a new one. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Plus } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { useUser } from '../../data/session.ts';
import { accountTokensQuery, type Token } from '../../data/tokens/tokens.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { CreatedTokens } from './created-tokens.tsx';
import type { TokenWithKey } from '../../data/tokens/create-tokens.ts';
import { noDraft } from './token-draft.ts';
import { TokenForm } from './token-form.tsx';
import { TokenList } from './token-list.tsx';
import { TokenPanel } from './token-panel.tsx';
import type { TokensAddress } from './tokens-address.ts';
import { tokenMessages } from './messages.ts';

export function TokensPage() {
  const t = useMessages(tokenMessages);
  const user = useUser();
  const client = useQueryClient();
  const [address, change] = useAddress<TokensAddress>();
  const account = address.account ?? user.account;
  const { data: tokens, error, refetch } = useQuery(accountTokensQuery(account));
  const [created, setCreated] = useState<readonly TokenWithKey[]>();
  const refetchTokens = () => void client.invalidateQueries({ queryKey: ['tokens'] });
  if (created) {
    const leave = () => {
      setCreated(undefined);
      change(noDraft);
    };
    return <CreatedTokens tokens={created} onDone={leave} />;
  }
  const showCreated = (tokens: readonly TokenWithKey[]) => {
    setCreated(tokens);
    refetchTokens();
  };
  if (tokens && (address.make || tokens.length === 0))
    return <TokenForm account={account} isFirst={tokens.length === 0} onMade={showCreated} />;
  const open = tokens?.find(({ id }) => id === address.open);
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        <Button kind="primary" icon={Plus} onClick={() => change({ make: '1' }, { isStep: true })}>
          {t.make}
        </Button>
      }
    >
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {tokens ? <TokenList tokens={tokens} open={open} /> : !error && <SkeletonRows />}
      {open && <OpenPanel token={open} onClose={() => change({ open: undefined })} />}
    </Page>
  );
}

/** The key resets the form for another token. */
function OpenPanel({ token, onClose }: { readonly token: Token; readonly onClose: () => void }) {
  return <TokenPanel key={token.id} token={token} onClose={onClose} />;
}
