/** Receivers whose last attempts all failed: since when, and whether deliveries are paused. */
import { useQuery } from '@tanstack/react-query';
import { TriangleExclamationPoint } from '../../icons/icons.ts';
import { RelativeTime } from '../../ui/formatted-values.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { receiversQuery, type Receiver } from './webhooks.ts';
import { webhookMessages } from './messages.ts';

export function FailingReceivers({ account }: { readonly account: string }) {
  const t = useMessages(webhookMessages);
  const { data: receivers = [] } = useQuery(receiversQuery(account));
  if (receivers.length === 0) return null;
  return (
    <section aria-label={t.failing} className="card border-warn!">
      <h2 className="flex items-center gap-2 px-4 pt-3 font-semibold">
        <TriangleExclamationPoint size={16} aria-hidden className="text-warn" />
        {t.failing}
      </h2>
      <ul className="divide-y divide-line px-4 pb-1">
        {receivers.map(receiver => (
          <Line key={receiver.origin} receiver={receiver} />
        ))}
      </ul>
    </section>
  );
}

function Line({ receiver: { origin, failures, failing_since, off_until } }: { readonly receiver: Receiver }) {
  const t = useMessages(webhookMessages);
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2 text-sm">
      <code className="min-w-0 font-mono text-xs wrap-anywhere">{origin}</code>
      <span>{t.failures(failures)}</span>
      <span className="text-muted">
        {t.failingSince} <RelativeTime time={failing_since} />
      </span>
      <span className="text-muted">
        {off_until ? (
          <>
            {t.offUntil} <RelativeTime time={off_until} />
          </>
        ) : (
          t.stillTried
        )}
      </span>
    </li>
  );
}
