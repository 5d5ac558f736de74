/** The price of the clip and its quote, or the refund with its reason. */
import { Undo2 } from '../../icons/icons.ts';
import { isEnded, type Task } from '../../data/tasks/tasks.ts';
import { usePriceText } from '../../prices/price-text.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { videoMessages } from './messages.ts';

export function ClipCost({ task }: { readonly task: Task }) {
  const t = useMessages(videoMessages);
  const { money, sum } = usePriceText();
  const { state, price, error } = task;
  if (!isEnded(task)) return null;
  if (state === 'succeeded' && price.state !== 'refunded')
    return (
      <p className="tabular text-sm" data-cost>
        <span className="font-semibold">{t.charged(money(price.charged ?? price.amount))}</span>{' '}
        <span className="text-muted">{t.estimate(sum({ ...price, unitPrice: price.unit_price }))}</span>
      </p>
    );
  const reason = error?.message ?? (state === 'cancelled' ? t.cancelledReason : t.failedReason);
  return (
    <p className="tabular flex items-start gap-1.5 text-sm font-medium" data-cost>
      <Undo2 size={14} aria-hidden className="mt-0.5 shrink-0 text-muted" />
      <span>{t.refunded(money(price.refunded ?? price.amount), reason)}</span>
    </p>
  );
}
