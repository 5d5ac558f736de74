/** Accounts with their balances, and the redemption codes. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Plus } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { accountQuery } from '../../data/operators/operator-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { AccountPanel } from './account-panel.tsx';
import { businessMessages } from './business-messages.ts';
import { CodeTotalsTable } from './code-totals.tsx';
import { DiscountList } from './discount-list.tsx';
import { RevenueTable } from './revenue-table.tsx';
import { AccountTable, type AccountSearch } from './account-table.tsx';
import { CodeList } from './code-list.tsx';
import { VolumeForm } from './volume-form.tsx';
import { Margins } from './margin-table.tsx';
import { NewAccount } from './new-account.tsx';
import { NewCode } from './new-code.tsx';
import { accountMessages } from './messages.ts';

const tabs = ['accounts', 'codes', 'revenue'] as const;

export function AccountsPage() {
  const t = useMessages(accountMessages);
  const [search, setAddress] = useAddress<AccountSearch>();
  const [isMaking, setMaking] = useState(false);
  const { revenue, volumeTitle } = useMessages(businessMessages);
  const tab = tabs.find(one => one === search.tab) ?? 'accounts';
  const { data: open } = useQuery({ ...accountQuery(search.open ?? ''), enabled: search.open !== undefined });
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        <>
          <SegmentedControl
            label={t.title}
            isQuiet
            className="whitespace-nowrap"
            value={tab}
            segments={[
              { value: 'accounts', label: t.accounts },
              { value: 'codes', label: t.codes },
              { value: 'revenue', label: revenue },
            ]}
            onChange={nextTab =>
              setAddress({ tab: nextTab === 'accounts' ? undefined : nextTab, open: undefined })
            }
          />
          {tab !== 'revenue' && (
            <Button kind="primary" icon={Plus} onClick={() => setMaking(true)}>
              {tab === 'codes' ? t.newCode : t.create}
            </Button>
          )}
        </>
      }
    >
      {tab === 'accounts' && <AccountTable {...{ search, setAddress }} />}
      {tab === 'codes' && (
        <>
          <CodeList onNew={() => setMaking(true)} />
          <CodeTotalsTable />
          <DiscountList />
          <Section title={volumeTitle}>
            <VolumeForm />
          </Section>
        </>
      )}
      {tab === 'revenue' && (
        <>
          <RevenueTable />
          <Margins />
        </>
      )}
      {search.open !== undefined && open && (
        <AccountPanel account={open} onClose={() => setAddress({ open: undefined })} />
      )}
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
