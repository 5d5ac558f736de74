/** The cost of a task: quote, charge, and its ledger entries. */
import { Link } from '@tanstack/react-router';
import { hasRole, useUser } from '../../../data/session.ts';
import type { TaskDetail } from '../../../data/tasks/tasks.ts';
import { usePriceText } from '../../../prices/price-text.ts';
import { RelativeTime, Money } from '../../../ui/formatted-values.tsx';
import { uiMessages } from '../../../ui/messages.ts';
import { useMessages } from '../../../i18n/catalogue.ts';
import { detailMessages } from './messages.ts';
import { Fact, Facts, Part } from './task-facts.tsx';

export function TaskMoney({ task }: { readonly task: TaskDetail }) {
  const t = useMessages(detailMessages);
  const ui = useMessages(uiMessages);
  const { money, sum } = usePriceText();
  const user = useUser();
  const { price } = task;
  return (
    <Part title={t.money}>
      <Facts>
        <Fact name={t.quote}>
          <span className="tabular">
            {sum({ ...price, unitPrice: price.unit_price })}
            <span className="text-muted"> · {ui.tier[task.tier]}</span>
          </span>
        </Fact>
        <Fact name={t.charged}>
          <span role="status">
            {price.state === 'held' && <span className="text-info">{t.heldNow(money(price.amount))}</span>}
            {price.state === 'released' && <span>{t.releasedDescription(money(price.amount))}</span>}
            {(price.state === 'charged' || price.state === 'refunded') && (
              <Money amount={price.charged} className="font-medium" />
            )}
            {price.refunded && (
              <span className="text-ok"> {t.refundedDescription(money(price.refunded))}</span>
            )}
          </span>
        </Fact>
        <Fact name={t.priceVersion}>
          {hasRole(user, 'operator') ? (
            <Link to="/prices" search={{ model: task.model }} className="text-text">
              {price.version}
            </Link>
          ) : (
            price.version
          )}
        </Fact>
      </Facts>
      <Entries task={task} />
    </Part>
  );
}

function Entries({ task: { entries } }: { readonly task: TaskDetail }) {
  const t = useMessages(detailMessages);
  if (entries.length === 0) return null;
  return (
    <ul aria-label={t.entries} className="mt-2 border-t border-line text-sm">
      {entries.map(({ id, kind, amount, at, reason }) => (
        <li key={id} className="flex min-h-8 items-center gap-3 border-b border-line py-1">
          <span className="w-24 shrink-0">{t.entryKinds[kind as keyof typeof t.entryKinds] ?? kind}</span>
          <span className="min-w-0 flex-1 truncate text-muted" title={reason ?? undefined}>
            {reason ?? <RelativeTime time={at} />}
          </span>
          <Money amount={amount} />
        </li>
      ))}
    </ul>
  );
}
