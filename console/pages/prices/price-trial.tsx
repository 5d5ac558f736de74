/** Shows what last week's tasks would have cost at the price in the draft. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import { readProcedure } from '../../data/api.ts';
import type { PriceBody, PriceTrial } from '../../data/operators/operator-queries.ts';
import { classes } from '../../ui/class-names.ts';
import { Money } from '../../ui/formatted-values.tsx';
import { ErrorNote, Skeleton } from '../../ui/page-states.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { formatCount } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { priceMessages } from '../../prices/editor/messages.ts';

interface TrialProps {
  readonly model: string;
  /** Undefined if the draft is incomplete. */
  readonly price: PriceBody | undefined;
  /** The tried price as JSON. Only a price that was tried can be saved. */
  readonly onTried: (price: string | undefined) => void;
}

export function PriceTrialView({ model, price, onTried }: TrialProps) {
  const t = useMessages(priceMessages);
  const text = useDeferredValue(price && JSON.stringify(price));
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['price trial', model, text],
    queryFn: () => readProcedure('price try', { model, price: text }),
    enabled: text !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  const triedText = data && !isPlaceholderData && !error ? text : undefined;
  useEffect(() => onTried(triedText), [onTried, triedText]);
  if (error) return <ErrorNote error={error} />;
  if (!data) return <Skeleton className="h-20" />;
  if (data.tasks === 0 && data.not_offered === 0) return <p className="text-muted">{t.trialNone}</p>;
  return (
    <div className={classes('card p-4', isPlaceholderData && 'opacity-60')}>
      <dl className="flex flex-wrap gap-x-10 gap-y-3" aria-live="polite">
        <Figure name={t.tasks}>{formatCount(data.tasks)}</Figure>
        <Figure name={t.was}>
          <Money amount={data.charged} />
        </Figure>
        <Figure name={t.would}>
          <Money amount={data.would_be} />
        </Figure>
        <Figure name={t.difference}>
          <SignedAmount amount={data.difference} />
        </Figure>
      </dl>
      {data.not_offered > 0 && (
        <p className="mt-2 text-sm text-warn">{t.notOffered(formatCount(data.not_offered))}</p>
      )}
      <Changes trial={data} />
    </div>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="tabular text-lg font-semibold">{children}</dd>
    </div>
  );
}

/** Increases and decreases are marked with their sign. */
function SignedAmount({ amount }: { readonly amount: string }) {
  const difference = Number(amount);
  return (
    <span className={difference > 0 ? 'text-ok' : difference < 0 ? 'text-bad' : undefined}>
      {difference > 0 && '+'}
      <Money amount={amount} />
    </span>
  );
}

function Changes({ trial: { changes } }: { readonly trial: PriceTrial }) {
  const t = useMessages(priceMessages);
  const ui = useMessages(uiMessages);
  if (changes.length === 0) return <p className="mt-3 text-sm text-muted">{t.noChange}</p>;
  return (
    <div className="mt-4 overflow-x-auto" tabIndex={0} role="region" aria-label={t.changes}>
      <table className="w-full text-sm">
        <caption className="pb-1 text-left text-sm font-medium">{t.changes}</caption>
        <thead className="text-left text-muted">
          <tr>
            <th scope="col" className="font-medium">
              {t.asked}
            </th>
            {[t.tasks, t.was, t.would, t.difference].map(title => (
              <th key={title} scope="col" className="pl-4 text-right font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map((change, index) => (
            <tr key={index} className="border-t border-line">
              <td className="py-1.5 font-mono text-xs wrap-anywhere">
                {ui.tier[change.tier]}
                {Object.entries(change.parameters)
                  .filter(([name]) => !irrelevantFields.includes(name))
                  .map(([name, value]) => ` · ${t.is(name, String(value))}`)}
              </td>
              <td className="tabular py-1.5 pl-4 text-right">{formatCount(change.tasks)}</td>
              <td className="py-1.5 pl-4 text-right">
                <Money amount={change.charged} />
              </td>
              <td className="py-1.5 pl-4 text-right">
                <Money amount={change.would_be} />
              </td>
              <td className="py-1.5 pl-4 text-right">
                <SignedAmount amount={change.difference} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** No price depends on these fields. */
const irrelevantFields = ['seed', 'fps', 'aspect_ratio', 'motion', 'loop'];
