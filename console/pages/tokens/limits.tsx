/** A short description of a token's limits. */
import { useCurrency } from '../../data/session.ts';
import type { Token } from '../../data/tokens/tokens.ts';
import { formatMoney } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { tokenMessages } from './messages.ts';

/** The spending caps as one text. Empty if there is no cap. */
export function useLimitText({ cap_total, cap_day, cap_month }: Token): string {
  const t = useMessages(tokenMessages);
  const currency = useCurrency();
  const money = (amount: string) => formatMoney(amount, currency);
  const parts = [
    cap_total !== null && t.capTotal(money(cap_total)),
    cap_day !== null && t.capDay(money(cap_day)),
    cap_month !== null && t.capMonth(money(cap_month)),
  ];
  return parts.filter(one => one !== false).join(', ');
}

interface LimitsProps {
  readonly token: Token;
  /** Renders nothing if there is no limit. */
  readonly isQuiet?: boolean;
}

export function Limits({ token, isQuiet = false }: LimitsProps) {
  const t = useMessages(tokenMessages);
  const currency = useCurrency();
  const { cap_total, cap_day, cap_month, cap_end_user, max_open, max_per_minute, ask_above } = token;
  const { models, addresses } = token;
  const money = (amount: string) => formatMoney(amount, currency);
  const parts = [
    cap_total !== null && t.capTotal(money(cap_total)),
    cap_day !== null && t.capDay(money(cap_day)),
    cap_month !== null && t.capMonth(money(cap_month)),
    cap_end_user !== null && t.capEndUser(money(cap_end_user)),
    max_open !== null && t.atOnce(max_open),
    max_per_minute !== null && t.perMinute(max_per_minute),
    ask_above !== null && t.askAbove(money(ask_above)),
    models !== null && t.onlyModels(models.length),
    addresses !== null && t.onlyAddresses(addresses.length),
  ].filter(one => one !== false);
  if (parts.length === 0 && isQuiet) return null;
  if (parts.length === 0) return <span className="text-muted max-sm:hidden">{t.noLimits}</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {parts.map(one => (
        <span key={one} className="rounded-sm border border-line px-1.5 text-xs whitespace-nowrap">
          {one}
        </span>
      ))}
    </span>
  );
}
