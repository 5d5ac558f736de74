/** Every engine as a card. */
import { useQuery } from '@tanstack/react-query';
import { Server } from 'lucide-react';
import { enginesQuery } from '../../data/operate.ts';
import { Page } from '../../ui/page.tsx';
import { Empty, ErrorNote, Skeleton } from '../../ui/states.tsx';
import { useWords } from '../../words/words.ts';
import { EngineCard } from './engine-card.tsx';
import { engineWords } from './words.ts';

export function EnginesPage() {
  const t = useWords(engineWords);
  const { data, error, refetch } = useQuery(enginesQuery);
  return (
    <Page title={t.title} intro={t.intro}>
      {error && <ErrorNote className="mb-4" error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton className="h-80" />}
      {data?.length === 0 && <Empty icon={Server} title={t.none} />}
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
