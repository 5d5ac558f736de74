/** The history of an account without its movements of money: payments and changes. */
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { RelativeTime } from '../../ui/formatted-values.tsx';
import { ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { businessMessages } from './business-messages.ts';
import { accountChangesQuery, accountPaymentsQuery } from './business-queries.ts';

export function Payments({ account }: { readonly account: string }) {
  const t = useMessages(businessMessages);
  const { data, error } = useQuery(accountPaymentsQuery(account));
  if (error) return <ErrorNote error={error} />;
  if (!data) return <SkeletonRows count={2} />;
  if (data.length === 0) return <p className="text-muted">{t.noPayments}</p>;
  return (
    <ul className="border-t border-line text-sm">
      {data.map(({ id, amount, currency, state, receipts, created }) => (
        <li key={id} className="flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line py-1.5">
          <span className="min-w-20">{formatMoney(amount, currency)}</span>
          <span className={state === 'wrong' || state === 'disputed' ? 'text-warn' : 'text-muted'}>
            {t.paymentStates[state]}
          </span>
          <span className="min-w-0 flex-1 truncate text-muted">{receipts.join(', ')}</span>
          <span className="text-muted">
            <RelativeTime time={created} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function Changes({ account }: { readonly account: string }) {
  const t = useMessages(businessMessages);
  const { data, error } = useQuery(accountChangesQuery(account));
  if (error) return <ErrorNote error={error} />;
  if (!data) return <SkeletonRows count={2} />;
  if (data.length === 0) return <p className="text-muted">{t.noAudit}</p>;
  return (
    <ul className="border-t border-line text-sm">
      {data.map(({ id, action, who, at }) => (
        <li key={id} className="flex min-h-9 items-center gap-x-3 border-b border-line py-1.5">
          <code className="font-mono text-xs">{action}</code>
          <span className="min-w-0 flex-1 truncate text-muted">{who}</span>
          <span className="text-muted">
            <RelativeTime time={at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
