/** What a task costs or cost: quote, charge, and every movement of money that came of it. */
import { Link } from '@tanstack/react-router';
import { mayAs, useUser } from '../../data/session.ts';
import type { TaskLife } from '../../data/tasks.ts';
import { usePriceText } from '../../prices/price-text.ts';
import { Ago, Money } from '../../ui/show.tsx';
import { uiWords } from '../../ui/words.ts';
import { useWords } from '../../words/words.ts';
import { detailWords } from './detail-words.ts';
import { Fact, Facts, Part } from './task-facts.tsx';

export function TaskMoney({ task }: { readonly task: TaskLife }) {
  const t = useWords(detailWords);
  const ui = useWords(uiWords);
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
            {price.state === 'released' && <span>{t.releasedSays(money(price.amount))}</span>}
            {(price.state === 'charged' || price.state === 'refunded') && (
              <Money amount={price.charged} className="font-medium" />
            )}
            {price.refunded && <span className="text-ok"> {t.refundedSays(money(price.refunded))}</span>}
          </span>
        </Fact>
        <Fact name={t.priceVersion}>
          {mayAs(user, 'operator') ? (
            <Link to="/prices" search={{ model: task.model } as never} className="text-text">
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

function Entries({ task: { entries } }: { readonly task: TaskLife }) {
  const t = useWords(detailWords);
  if (entries.length === 0) return null;
  return (
    <ul aria-label={t.entries} className="mt-2 border-t border-line text-sm">
      {entries.map(({ id, kind, amount, at, reason }) => (
        <li key={id} className="flex min-h-8 items-center gap-3 border-b border-line py-1">
          <span className="w-24 shrink-0">{t.entryKinds[kind as keyof typeof t.entryKinds] ?? kind}</span>
          <span className="min-w-0 flex-1 truncate text-muted" title={reason ?? undefined}>
            {reason ?? <Ago time={at} />}
          </span>
          <Money amount={amount} />
        </li>
      ))}
    </ul>
  );
}
