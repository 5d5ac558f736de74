/** Where one is signed in, and how one ends that from here. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { list, run } from '../../data/api.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';
import { Ago } from '../../ui/show.tsx';
import { ErrorNote, SkeletonRows } from '../../ui/states.tsx';
import { useWords } from '../../words/words.ts';
import { browserOf } from './browser-of.ts';
import { profileWords } from './words.ts';

interface Session {
  readonly id: string;
  readonly address: string | null;
  readonly browser: string;
  readonly created: string;
  readonly last_used: string;
  readonly current: boolean;
}

export function Sessions() {
  const t = useWords(profileWords);
  const client = useQueryClient();
  const { data: sessions, error } = useQuery({
    queryKey: ['sessions'],
    queryFn: () => list<Session>('session list'),
  });
  const end = useMutation({
    mutationFn: (session: string) => run('session end', { session }),
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
  const t = useWords(profileWords);
  const { address, browser, created, last_used, current } = session;
  const Icon = /mobile|android|iphone/i.test(browser) ? Smartphone : Monitor;
  const called = browserOf(browser) ?? t.unknownBrowser;
  return (
    <li className="flex items-center gap-3 py-2">
      <Icon size={18} aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block truncate" title={browser}>
          {called}
        </span>
        <span className="flex flex-wrap gap-x-2 text-xs text-muted">
          <span>{address}</span>
          <span>
            {t.lastSeen} <Ago time={last_used} />
          </span>
          <span>
            {t.since} <Ago time={created} />
          </span>
        </span>
      </span>
      {current ? (
        <span className="text-sm whitespace-nowrap text-ok">{t.thisBrowser}</span>
      ) : (
        <Button size="s" busy={isBusy} aria-label={`${t.end}: ${called}`} onClick={onEnd}>
          {t.end}
        </Button>
      )}
    </li>
  );
}
