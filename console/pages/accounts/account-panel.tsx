/** An account: balance, users and actions. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useProcedure } from '../../data/use-procedure.ts';
import { movementsQuery, accountUsersQuery, type Account } from '../../data/operators/operator-queries.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Section } from '../../ui/page.tsx';
import { RelativeTime, Money, ShortId } from '../../ui/formatted-values.tsx';
import { SidePanel } from '../../ui/dialogs/side-panel.tsx';
import { ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { formatCount } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { businessMessages } from './business-messages.ts';
import { customerQuery } from './business-queries.ts';
import { Changes, Payments } from './customer-history.tsx';
import { MoneyForm } from './money-form.tsx';
import { RenameForm } from './rename-form.tsx';
import { TermsForm } from './terms-form.tsx';
import { BlockedWords } from './blocked-words.tsx';
import { VolumeForm } from './volume-form.tsx';
import { accountMessages } from './messages.ts';

interface AccountProps {
  readonly account: Account;
}

export function AccountPanel({ account, onClose }: AccountProps & { readonly onClose: () => void }) {
  const t = useMessages(accountMessages);
  const b = useMessages(businessMessages);
  return (
    <SidePanel label={account.name} title={account.name} onClose={onClose}>
      <div key={account.id}>
        <Figures account={account} />
        <AccountActions account={account} />
        <Section title={t.money}>
          <MoneyForm account={account} />
        </Section>
        <Section title={t.movements}>
          <Movements account={account} />
        </Section>
        <Section title={b.payments}>
          <Payments account={account.id} />
        </Section>
        <Section
          title={t.users}
          actions={
            <Link to="/people" search={{ account: account.id }} className={buttonClasses('quiet', 's')}>
              {t.people}
            </Link>
          }
        >
          <Users account={account} />
        </Section>
        <Section title={b.volumeTitle}>
          <VolumeForm account={account.id} />
        </Section>
        <Section title={b.blockedWords}>
          <BlockedWords account={account.id} />
        </Section>
        <Section title={b.audit}>
          <Changes account={account.id} />
        </Section>
      </div>
    </SidePanel>
  );
}

function Figures({ account }: AccountProps) {
  const t = useMessages(accountMessages);
  const b = useMessages(businessMessages);
  const { data: customer } = useQuery(customerQuery(account.id));
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {(['available', 'held', 'spent'] as const).map(name => (
        <div key={name}>
          <dt className="text-sm text-muted" title={name === 'spent' ? t.spentDescription : undefined}>
            {t[name]}
          </dt>
          <dd className="text-xl font-semibold" aria-live="polite">
            <Money amount={account[name]} />
          </dd>
        </div>
      ))}
      {customer &&
        (['bought', 'margin'] as const).map(name => (
          <div key={name}>
            <dt className="text-sm text-muted">{b[name]}</dt>
            <dd className="text-xl font-semibold">
              <Money amount={customer[name]} />
            </dd>
          </div>
        ))}
      {customer &&
        (['tasks', 'tokens'] as const).map(name => (
          <div key={name}>
            <dt className="text-sm text-muted">{b[name]}</dt>
            <dd className="text-xl font-semibold">{formatCount(customer[name])}</dd>
          </div>
        ))}
      <div className="ml-auto text-right">
        <dt className="sr-only">{t.state}</dt>
        <dd className={account.state === 'suspended' ? 'text-warn' : 'text-muted'}>
          {t.states[account.state]}
        </dd>
        <dd>
          <ShortId id={account.id} />
        </dd>
      </div>
    </dl>
  );
}

function AccountActions({ account }: AccountProps) {
  const t = useMessages(accountMessages);
  const [asking, setAsking] = useState<'rename' | 'terms' | 'state'>();
  const isSuspended = account.state === 'suspended';
  const suspend = useProcedure('account suspend', ['accounts']);
  const resume = useProcedure('account resume', ['accounts']);
  const links = [
    ['/tasks', t.itsTasks, { scope: 'all', account: account.id }],
    ['/ledger', t.itsLedger, { account: account.id }],
    ['/usage', t.itsUsage, { account: account.id }],
    ['/audit', t.itsAudit, { account: account.id }],
  ] as const;
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {links.map(([to, label, search]) => (
        <Link key={to} to={to} search={search} className={buttonClasses('plain', 's')}>
          {label}
        </Link>
      ))}
      <span className="grow" />
      <Button size="s" kind="quiet" onClick={() => setAsking('terms')}>
        {t.terms}
      </Button>
      <Button size="s" kind="quiet" onClick={() => setAsking('rename')}>
        {t.rename}
      </Button>
      <Button size="s" kind={isSuspended ? 'plain' : 'danger'} onClick={() => setAsking('state')}>
        {isSuspended ? t.resume : t.suspend}
      </Button>
      {asking === 'rename' && <RenameForm account={account} onClose={() => setAsking(undefined)} />}
      {asking === 'terms' && <TermsForm account={account} onClose={() => setAsking(undefined)} />}
      {asking === 'state' && (
        <ConfirmDialog
          title={isSuspended ? t.confirmResume(account.name) : t.confirmSuspend(account.name)}
          confirm={isSuspended ? t.resume : t.suspend}
          isDanger={!isSuspended}
          run={() => (isSuspended ? resume : suspend).mutateAsync({ account: account.id })}
          onClose={() => setAsking(undefined)}
        >
          {isSuspended ? t.resumeDescription : t.suspendDescription}
        </ConfirmDialog>
      )}
    </div>
  );
}

function Movements({ account }: AccountProps) {
  const t = useMessages(accountMessages);
  const { data, error } = useQuery(movementsQuery(account.id));
  if (error) return <ErrorNote error={error} />;
  if (!data) return <SkeletonRows count={3} />;
  if (data.length === 0) return <p className="text-muted">{t.noMovements}</p>;
  return (
    <ul className="border-t border-line text-sm">
      {data.map(({ id, kind, from, amount, at, reason, task }) => (
        <li key={id} className="flex min-h-9 items-center gap-3 border-b border-line py-1.5">
          <span className="w-18 shrink-0">{t.kinds[kind as keyof typeof t.kinds] ?? kind}</span>
          <span className="min-w-0 flex-1 text-muted wrap-anywhere">
            {reason}
            {task && (
              <>
                {' '}
                <Link to={`/task/${task}`} className="font-mono text-xs text-muted">
                  {task.slice(0, 14)}…
                </Link>
              </>
            )}
          </span>
          <span className="shrink-0 text-muted">
            <RelativeTime time={at} />
          </span>
          <Money className="w-20 text-right" amount={from === 'available' ? `-${amount}` : amount} />
        </li>
      ))}
    </ul>
  );
}

function Users({ account }: AccountProps) {
  const t = useMessages(accountMessages);
  const { data, error } = useQuery(accountUsersQuery(account.id));
  if (error) return <ErrorNote error={error} />;
  if (!data) return <SkeletonRows count={2} />;
  if (data.length === 0) return <p className="text-muted">{t.noUsers}</p>;
  return (
    <ul className="border-t border-line text-sm">
      {data.map(({ id, name, email, role, state, last_sign_in: lastSignIn }) => (
        <li key={id} className="flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line py-1.5">
          <span className="min-w-0 flex-1 truncate">
            {name} <span className="text-muted">{email}</span>
          </span>
          <span className="text-muted">{t.roles[role]}</span>
          {state === 'disabled' && <span className="text-warn">{t.disabled}</span>}
          <span className="text-muted" title={t.lastSignIn}>
            {lastSignIn ? <RelativeTime time={lastSignIn} /> : t.never}
          </span>
        </li>
      ))}
    </ul>
  );
}
