/** The user's sessions, which can be ended here. */
import { Monitor, Smartphone } from '../../icons/icons.ts';
import type { LineOf } from '../../../src/api/procedures/table/contract.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { list, callProcedure } from '../../data/api.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/formatted-values.tsx';
import { ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { browserName } from './browser-name.ts';
import { profileMessages } from './messages.ts';

type Session = LineOf<'session list'>;

export function Sessions() {
  const t = useMessages(profileMessages);
  const client = useQueryClient();
  const { data: sessions, error } = useQuery({
    queryKey: ['sessions'],
    queryFn: () => list('session list'),
  });
  const end = useMutation({
    mutationFn: (session: string) => callProcedure('session end', { session }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  });
  return (
    <Section title={t.sessions} className="card mt-0! p-4">
      <ErrorNote error={error ?? end.error} className="mb-3" />
      {!sessions && !error && <SkeletonRows count={2} />}
      <ul className="divide-y divide-line">
        {sessions?.map(session => (
          <Line
            key={session.id}
            session={session}
            isBusy={end.isPending && end.variables === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
    </Section>
  );
}

interface LineProps {
  readonly session: Session;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

function Line({ session, isBusy, onEnd }: LineProps) {
  const t = useMessages(profileMessages);
  const { address, browser, created, last_used, current } = session;
  const Icon = /mobile|android|iphone/i.test(browser) ? Smartphone : Monitor;
  const browserLabel = browserName(browser) ?? t.unknownBrowser;
  return (
    <li className="flex items-center gap-3 py-2">
      <Icon size={18} aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block truncate" title={browser}>
          {browserLabel}
        </span>
        <span className="flex flex-wrap gap-x-2 text-xs text-muted">
          <span>{address}</span>
          <span>
            {t.lastSeen} <RelativeTime time={last_used} />
          </span>
          <span>
            {t.since} <RelativeTime time={created} />
          </span>
        </span>
      </span>
      {current ? (
        <span className="text-sm whitespace-nowrap text-ok">{t.thisBrowser}</span>
      ) : (
        <Button size="s" busy={isBusy} aria-label={`${t.end}: ${browserLabel}`} onClick={onEnd}>
          {t.end}
        </Button>
      )}
    </li>
  );
}
