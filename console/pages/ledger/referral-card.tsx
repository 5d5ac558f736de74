/** The referral link of an account, if the server gives credit for referrals. */
import { useQuery } from '@tanstack/react-query';
import { useCurrency } from '../../data/session.ts';
import { formatCount, formatMoney } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { CopyButton } from '../../ui/formatted-values.tsx';
import { referralQuery } from './ledger-queries.ts';
import { ledgerMessages } from './messages.ts';

export function ReferralCard({ account }: { readonly account: string }) {
  const t = useMessages(ledgerMessages);
  const currency = useCurrency();
  const { data } = useQuery(referralQuery(account));
  if (!data || Number(data.credit) === 0) return null;
  return (
    <section className="card grid gap-3 p-4">
      <h2 className="text-lg font-semibold">{t.referral}</h2>
      <p className="text-sm text-muted">{t.referralDescription(formatMoney(data.credit, currency))}</p>
      <div className="flex items-center gap-2 rounded-md border border-line-strong bg-bg p-3">
        <code className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">{data.link}</code>
        <CopyButton text={data.link} />
      </div>
      <p className="text-sm text-muted">
        {t.referralSums(formatCount(data.accounts), formatMoney(data.credited, currency))}
      </p>
    </section>
  );
}
