/** The amount that a token has spent of the cap that is nearest to being reached. */
import type { Token } from '../../data/tokens/tokens.ts';
import { useCurrency } from '../../data/session.ts';
import { Money } from '../../ui/formatted-values.tsx';
import { SparkBar } from '../../ui/charts/spark-bar.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { nearestCap } from './token-safety.ts';
import { tokenMessages } from './messages.ts';

export function SpentAmount({ token }: { readonly token: Token }) {
  const t = useMessages(tokenMessages);
  const currency = useCurrency();
  const nearest = nearestCap(token);
  if (!nearest) return <Money amount={token.spent} />;
  const { used, cap, span, share } = nearest;
  return (
    <span className="grid min-w-36 gap-1">
      <span className="flex justify-between gap-2">
        <span className="tabular whitespace-nowrap">
          {t.ofCap(formatMoney(used, currency), formatMoney(cap, currency))}
        </span>
        <span className="whitespace-nowrap text-muted">{t.spans[span]}</span>
      </span>
      <SparkBar share={share} />
    </span>
  );
}
