/** All engines as cards. */
import { useQuery } from '@tanstack/react-query';
import { Server } from 'lucide-react';
import { enginesQuery } from '../../data/operators/operator-queries.ts';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorNote, Skeleton } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { EngineCard } from './engine-card.tsx';
import { engineMessages } from './messages.ts';

export function EnginesPage() {
  const t = useMessages(engineMessages);
  const { data, error, refetch } = useQuery(enginesQuery);
  return (
    <Page title={t.title} intro={t.intro}>
      {error && <ErrorNote className="mb-4" error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton className="h-80" />}
      {data?.length === 0 && <EmptyState icon={Server} title={t.none} />}
      <ul className="grid gap-4">
        {data?.map(engine => (
          <li key={engine.name}>
            <EngineCard engine={engine} />
          </li>
        ))}
      </ul>
    </Page>
  );
}
