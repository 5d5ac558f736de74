/** The API reference: operations, their parameters and responses, and a form to send requests. */
import { useQuery } from '@tanstack/react-query';
import { useAddress } from '../../data/address.ts';
import { classes } from '../../ui/class-names.ts';
import { useTitle } from '../../ui/page.tsx';
import { ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { documentQuery } from './document-query.ts';
import type { Operation } from './document.ts';
import { OperationList } from './operation-list.tsx';
import { OperationView } from './operation-view.tsx';
import { Overview } from './overview.tsx';
import { referenceMessages } from './messages.ts';

export function ReferencePage() {
  const t = useMessages(referenceMessages);
  const { data: operations, error, refetch } = useQuery(documentQuery);
  const [{ op }] = useAddress<{ op?: string }>();
  useTitle(t.title);
  if (!operations)
    return (
      <div className="p-4 md:p-6">
        <h1 className="mb-4 text-xl font-semibold">{t.title}</h1>
        {error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : <SkeletonRows count={10} />}
      </div>
    );
  return <Reference operations={operations} open={op} />;
}

interface ReferenceProps {
  readonly operations: readonly Operation[];
  readonly open: string | undefined;
}

/** Phones show either the list or one operation. */
function Reference({ operations, open }: ReferenceProps) {
  const t = useMessages(referenceMessages);
  const operation = operations.find(({ id }) => id === open);
  return (
    <div className="flex items-start">
      <div
        className={classes(
          'w-full shrink-0 lg:sticky lg:top-12 lg:block lg:h-[calc(100dvh-48px)] lg:w-72 2xl:w-80 lg:overflow-y-auto lg:border-r lg:border-line',
          open !== undefined && 'hidden',
        )}
      >
        <OperationList operations={operations} open={open} />
      </div>
      {open !== undefined && <h1 className="sr-only lg:hidden">{t.title}</h1>}
      <div className={classes('min-w-0 flex-1', open === undefined && 'hidden lg:block')}>
        {operation ? (
          <OperationView key={operation.id} operation={operation} />
        ) : (
          <Overview operations={operations} isUnknown={open !== undefined} />
        )}
      </div>
    </div>
  );
}
