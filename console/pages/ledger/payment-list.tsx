/**
 * The payments of an account. The one from whose page the buyer has come back is watched until
 * the provider has reported it.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FileText } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { formatMoney } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/formatted-values.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { BillingDialog } from './billing-dialog.tsx';
import { documentPath } from './document-path.ts';
import { paymentsQuery, type LedgerAddress, type PaymentLine } from './ledger-queries.ts';
import { ledgerMessages } from './messages.ts';

export function PaymentList({ account }: { readonly account: string }) {
  const t = useMessages(ledgerMessages);
  const [{ payment: paymentId }] = useAddress<LedgerAddress>();
  const [isBilling, setBilling] = useState(false);
  const { data: payments, error } = useQuery(paymentsQuery(account, paymentId));
  const state = payments?.find(({ id }) => id === paymentId)?.state;
  useRefetchedBalance(state);
  if (error) return <ErrorNote error={error} />;
  if (!payments || payments.length === 0) return null;
  return (
    <section className="card grid gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-semibold">{t.payments}</h2>
        <Button size="s" onClick={() => setBilling(true)}>
          {t.billing}
        </Button>
      </div>
      {state && (
        <p role="status" className={state === 'paid' ? 'text-ok' : 'text-muted'}>
          {t.returned[state]}
        </p>
      )}
      <ul className="text-sm">
        {payments.map(payment => (
          <Line key={payment.id} payment={payment} />
        ))}
      </ul>
      {isBilling && <BillingDialog account={account} onClose={() => setBilling(false)} />}
    </section>
  );
}

function Line({ payment }: { readonly payment: PaymentLine }) {
  const t = useMessages(ledgerMessages);
  const { state, method, amount, currency, owed: owedAmount, created, receipts } = payment;
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-1.5">
      <span className="min-w-24">{formatMoney(amount, currency)}</span>
      <span className="text-muted">{t.methodName(method)}</span>
      <span className={state === 'wrong' || Number(owedAmount) > 0 ? 'text-warn' : undefined}>
        {t.paymentStates[state]}
      </span>
      <span className="ml-auto text-muted">
        <RelativeTime time={created} />
      </span>
      {receipts.length > 0 && (
        <span className="flex basis-full flex-wrap gap-x-3">
          {receipts.map(number => (
            <a
              key={number}
              download
              href={documentPath('receipt.download', { number })}
              className="inline-flex min-h-6 items-center gap-1 text-muted"
              title={number.startsWith('C') ? t.creditNote : t.receipt}
            >
              <FileText size={14} aria-hidden />
              <span className="sr-only">{number.startsWith('C') ? t.creditNote : t.receipt}</span> {number}
            </a>
          ))}
        </span>
      )}
    </li>
  );
}

/** The payment has become credit since the page was opened. */
function useRefetchedBalance(state: PaymentLine['state'] | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (state === undefined || state === 'open') return;
    for (const key of ['balance', 'ledger', 'session']) void client.invalidateQueries({ queryKey: [key] });
  }, [client, state]);
}
