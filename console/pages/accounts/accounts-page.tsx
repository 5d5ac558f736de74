/** All accounts with their balances, and the redemption codes. */
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAddress } from '../../data/address.ts';
import { accountsQuery } from '../../data/operators/operator-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { AccountPanel } from './account-panel.tsx';
import { AccountTable, type AccountSearch } from './account-table.tsx';
import { CodeList } from './code-list.tsx';
import { NewAccount } from './new-account.tsx';
import { NewCode } from './new-code.tsx';
import { accountMessages } from './messages.ts';

export function AccountsPage() {
  const t = useMessages(accountMessages);
  const [search, setAddress] = useAddress<AccountSearch>();
  const [isMaking, setMaking] = useState(false);
  const tab = search.tab === 'codes' ? 'codes' : 'accounts';
  const { data: accounts, error, refetch } = useQuery(accountsQuery);
  const open = accounts?.find(({ id }) => id === search.open);
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        <>
          <Segmented
            label={t.title}
            isQuiet
            className="whitespace-nowrap"
            value={tab}
            segments={[
              { value: 'accounts', label: t.accounts },
              { value: 'codes', label: t.codes },
            ]}
            onChange={next => setAddress({ tab: next === 'codes' ? next : undefined, open: undefined })}
          />
          <Button kind="primary" icon={Plus} onClick={() => setMaking(true)}>
            {tab === 'codes' ? t.newCode : t.create}
          </Button>
        </>
      }
    >
      <ErrorNote error={error} onRetry={() => refetch()} />
      {!accounts && !error && <SkeletonRows />}
      {accounts && tab === 'accounts' && <AccountTable {...{ accounts, search, setAddress }} />}
      {accounts && tab === 'codes' && <CodeList accounts={accounts} onNew={() => setMaking(true)} />}
      {open && <AccountPanel account={open} onClose={() => setAddress({ open: undefined })} />}
      {isMaking &&
        (tab === 'codes' ? (
          <NewCode onClose={() => setMaking(false)} />
        ) : (
          <NewAccount
            onClose={() => setMaking(false)}
            onMade={id => {
              setMaking(false);
              setAddress({ open: id });
            }}
          />
        ))}
    </Page>
  );
}
