/** The account's money: balance, ledger entries and monthly statements. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CreditCard, Gift, ReceiptText, X } from '../../icons/icons.ts';
import { useOtherAccount } from '../../data/operators/other-account.ts';
import { readProcedure } from '../../data/api.ts';
import { useAddress } from '../../data/address.ts';
import { useUser } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { ExportLinks } from '../../ui/export-links.tsx';
import { FilterChips } from '../../ui/filters/filter-chips.tsx';
import { Page } from '../../ui/page.tsx';
import { Money } from '../../ui/formatted-values.tsx';
import { EmptyState, ErrorNote, NoResults, SkeletonRows } from '../../ui/page-states.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { entryKinds, foldEntries, toSingleFolds, monthAfter, withBalances, withParts } from './entries.ts';
import { EntryTable } from './entry-table.tsx';
import { PaymentList } from './payment-list.tsx';
import { PlanCard } from './plans/plan-card.tsx';
import { TopUpDialog } from './top-up-dialog.tsx';
import { paymentOptionsQuery } from '../../data/payment-options.ts';
import { entriesQuery, type EntryFilter, type LedgerAddress } from './ledger-queries.ts';
import { ReferralCard } from './referral-card.tsx';
import { RedeemDialog } from './redeem-dialog.tsx';
import { StatementCard } from './statement-card.tsx';
import { ledgerMessages } from './messages.ts';

export function LedgerPage() {
  const t = useMessages(ledgerMessages);
  const user = useUser();
  const [address, change] = useAddress<LedgerAddress>();
  const asking = address.ask === 'redeem' || address.ask === 'top-up' ? address.ask : undefined;
  const setAsking = (ask: 'redeem' | 'top-up' | undefined) => change({ ask });
  const { data: options } = useQuery(paymentOptionsQuery);
  const canPay = (options?.methods.length ?? 0) > 0;
  const account = address.account ?? user.account;
  const otherAccount = useOtherAccount(account);
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        <>
          <Button icon={Gift} onClick={() => setAsking('redeem')}>
            {t.redeem}
          </Button>
          {canPay && (
            <Button kind="primary" icon={CreditCard} onClick={() => setAsking('top-up')}>
              {t.topUp}
            </Button>
          )}
        </>
      }
    >
      {otherAccount !== undefined && (
        <p className="mb-4 flex flex-wrap items-center gap-3 border-l-2 border-accent pl-3">
          {t.ofAccount(otherAccount)}
          <Button size="s" onClick={() => change({ account: undefined })}>
            {t.toOwn}
          </Button>
        </p>
      )}
      <div className="grid gap-6 min-[90rem]:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid min-w-0 content-start gap-4 max-[90rem]:order-2">
          <Movements account={account} />
        </div>
        <div className="grid content-start gap-4">
          <BalanceCard account={account} />
          <PlanCard account={account} methodName={t.methodName} />
          {canPay && <PaymentList account={account} />}
          {canPay && <ReferralCard account={account} />}
          <StatementCard account={account} />
        </div>
      </div>
      {asking === 'redeem' && <RedeemDialog account={account} onClose={() => setAsking(undefined)} />}
      {asking === 'top-up' && <TopUpDialog account={account} onClose={() => setAsking(undefined)} />}
    </Page>
  );
}

function BalanceCard({ account }: { readonly account: string }) {
  const t = useMessages(ledgerMessages);
  const { data } = useQuery({
    queryKey: ['balance', account],
    queryFn: () => readProcedure('account balance', { account }),
  });
  return (
    <dl className="card grid grid-cols-2 gap-4 p-4">
      <div>
        <dt className="text-sm text-muted">{t.available}</dt>
        <dd className="text-xl font-semibold">
          <Money amount={data?.available} />
        </dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{t.held}</dt>
        <dd className="text-xl font-semibold">
          <Money amount={data?.held} />
        </dd>
      </div>
    </dl>
  );
}

function Movements({ account }: { readonly account: string }) {
  const t = useMessages(ledgerMessages);
  const ui = useMessages(uiMessages);
  const [address, change] = useAddress<LedgerAddress>();
  const { kind, month, token, task, open } = address;
  const monthRange = month ? { from: `${month}-01`, to: `${monthAfter(month, 1)}-01` } : {};
  const filter: EntryFilter = { account, kind, token, task, from: monthRange.from, to: monthRange.to };
  const entries = useInfiniteQuery(entriesQuery(filter));
  const listedEntries = entries.data?.pages.flat();
  const isFiltered = Boolean(kind || month || token || task);
  const clear = () => change({ kind: undefined, month: undefined, token: undefined, task: undefined });
  const folds =
    listedEntries &&
    (kind
      ? toSingleFolds(listedEntries)
      : token || task
        ? foldEntries(listedEntries)
        : withBalances(foldEntries(listedEntries)));
  if (listedEntries?.length === 0 && !isFiltered)
    return (
      <div className="card">
        <EmptyState icon={ReceiptText} title={t.empty}>
          <p>{t.emptyDescription}</p>
        </EmptyState>
      </div>
    );
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <FilterChips
          label={t.kind}
          isQuiet
          max={entryKinds.length}
          chips={entryKinds.map(value => ({ value, label: t.kinds[value] }))}
          value={kind}
          onChange={value => change({ kind: value })}
        />
        {token && <ActiveFilter label={t.ofToken} onClear={() => change({ token: undefined })} />}
        {task && <ActiveFilter label={t.ofTask} onClear={() => change({ task: undefined })} />}
      </div>
      <ErrorNote error={entries.error} onRetry={() => void entries.refetch()} />
      {!listedEntries && !entries.error && <SkeletonRows />}
      {listedEntries?.length === 0 && <NoResults onClear={clear} />}
      {folds && folds.length > 0 && <EntryTable lines={withParts(folds, open)} open={open} />}
      {entries.hasNextPage && (
        <Button
          className="justify-self-center"
          busy={entries.isFetchingNextPage}
          onClick={() => void entries.fetchNextPage()}
        >
          {ui.loadMore}
        </Button>
      )}
      <ExportLinks procedure="ledger list" values={{ ...filter, limit: 100_000 }} />
    </>
  );
}

function ActiveFilter({ label, onClear }: { readonly label: string; readonly onClear: () => void }) {
  return (
    <button
      type="button"
      onClick={onClear}
      className="inline-flex min-h-7 items-center gap-1.5 rounded-full border border-accent bg-accent-soft px-2.5 text-sm"
    >
      {label}
      <X size={14} aria-hidden />
    </button>
  );
}
