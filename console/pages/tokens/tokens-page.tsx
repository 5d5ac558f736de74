/** The tokens of the account: what each may do, which are dangerous, and the way to a new one. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAddress } from '../../data/address.ts';
import { useUser } from '../../data/session.ts';
import { tokensOfQuery, type Token } from '../../data/tokens.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorNote, SkeletonRows } from '../../ui/states.tsx';
import { useWords } from '../../words/words.ts';
import { MadeToken, type TokenWithKey } from './made-token.tsx';
import { noDraft } from './token-draft.ts';
import { TokenForm } from './token-form.tsx';
import { TokenList } from './token-list.tsx';
import { TokenPanel } from './token-panel.tsx';
import { tokenWords } from './words.ts';

export type TokensAddress = Readonly<
  Record<'make' | 'open' | 'state' | 'warn' | 'account', string | undefined>
>;

export function TokensPage() {
  const t = useWords(tokenWords);
  const user = useUser();
  const client = useQueryClient();
  const [address, change] = useAddress<TokensAddress>();
  const account = address.account ?? user.account;
  const { data: tokens, error, refetch } = useQuery(tokensOfQuery(account));
  const [made, setMade] = useState<TokenWithKey>();
  const reread = () => void client.invalidateQueries({ queryKey: ['tokens'] });
  if (made) {
    const leave = () => {
      setMade(undefined);
      change(noDraft);
    };
    return <MadeToken token={made} onDone={leave} />;
  }
  const take = (token: TokenWithKey) => {
    setMade(token);
    reread();
  };
  if (tokens && (address.make || tokens.length === 0))
    return <TokenForm account={account} isFirst={tokens.length === 0} onMade={take} />;
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

/** Another token is another form. */
function OpenPanel({ token, onClose }: { readonly token: Token; readonly onClose: () => void }) {
  return <TokenPanel key={token.id} token={token} onClose={onClose} />;
}
