/** What a token spent, against the cap that is nearest. */
import type { Token } from '../../data/tokens.ts';
import { useCurrency } from '../../data/session.ts';
import { Money } from '../../ui/show.tsx';
import { SparkBar } from '../../ui/spark-bar.tsx';
import { formatMoney } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { nearestCap } from './token-safety.ts';
import { tokenWords } from './words.ts';

export function Spent({ token }: { readonly token: Token }) {
  const t = useWords(tokenWords);
  const currency = useCurrency();
  const near = nearestCap(token);
  if (!near) return <Money amount={token.spent} />;
  const { used, cap, span, share } = near;
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
