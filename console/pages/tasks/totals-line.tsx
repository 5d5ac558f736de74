/** The pinned last line: the totals of the view, and its export. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Download } from '../../icons/icons.ts';
import { exportTasks } from '../../data/tasks/export-tasks.ts';
import type { TaskFacets, TaskFilter } from '../../data/tasks/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/formatted-values.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { formatCount } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { taskMessages } from './messages.ts';

interface TotalsProps {
  readonly facets: TaskFacets | undefined;
  readonly filter: TaskFilter;
}

export function TotalsLine({ facets, filter }: TotalsProps) {
  const t = useMessages(taskMessages);
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1 py-2 text-sm">
      <span className="font-medium">{t.total(formatCount(facets?.total))}</span>
      <span>
        <span className="text-muted">{t.charged} </span>
        <Money amount={facets?.amount} className="font-medium" />
      </span>
      <span>
        <span className="text-muted">{t.held} </span>
        <Money amount={facets?.held} className="font-medium" />
      </span>
      <Export total={facets?.total} filter={filter} />
    </div>
  );
}

function Export({ total, filter }: { readonly total: number | undefined; readonly filter: TaskFilter }) {
  const t = useMessages(taskMessages);
  const [count, setCount] = useState(0);
  const exporting = useMutation({
    mutationFn: (format: 'csv' | 'jsonl') => exportTasks(filter, format, setCount),
    onMutate: () => setCount(0),
  });
  return (
    <span className="ml-auto flex flex-wrap items-center gap-1.5">
      <ErrorNote error={exporting.error} />
      <Download size={14} className="text-muted" aria-hidden />
      <span className="text-muted max-sm:sr-only" role="status">
        {exporting.isPending ? t.exporting(formatCount(count), formatCount(total)) : t.exportView}
      </span>
      {(['csv', 'jsonl'] as const).map(format => (
        <Button
          key={format}
          size="s"
          busy={exporting.isPending}
          disabled={!total}
          aria-label={`${t.exportView}: ${format.toUpperCase()}`}
          onClick={() => exporting.mutate(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </span>
  );
}
