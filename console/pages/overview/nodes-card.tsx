/**
 * The processes of the server and their versions. Differing versions or builds mean
 * that an update has not ended.
 */
import { useQuery } from '@tanstack/react-query';
import { TriangleExclamationPoint } from '../../icons/icons.ts';
import { nodesQuery, type Node } from '../../data/operators/overview-queries.ts';
import { RelativeTime } from '../../ui/formatted-values.tsx';
import { ErrorNote, Skeleton } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { overviewMessages } from './messages.ts';

export function NodesCard() {
  const t = useMessages(overviewMessages);
  const { data, error, refetch } = useQuery(nodesQuery);
  if (error) return <ErrorNote className="mt-3" error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton className="mt-3 h-28" />;
  const { data: nodes } = data;
  const isMixed = new Set(nodes.map(({ version, build }) => `${version} ${build}`)).size > 1;
  return (
    <section className="card mt-3 min-w-0 p-4" aria-labelledby="nodes">
      <h2 id="nodes" className="font-semibold">
        {t.nodes}
      </h2>
      <p className="mb-3 text-sm text-muted">{t.nodesDescription}</p>
      {isMixed && (
        <p className="mb-3 flex items-center gap-2">
          <TriangleExclamationPoint size={18} aria-hidden className="shrink-0 text-warn" />
          {t.versionsDiffer}
        </p>
      )}
      <ul className="divide-y divide-line">
        {nodes.map(node => (
          <NodeLine key={node.id} {...{ node, isMixed }} />
        ))}
      </ul>
    </section>
  );
}

function NodeLine({ node, isMixed }: { readonly node: Node; readonly isMixed: boolean }) {
  const t = useMessages(overviewMessages);
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2">
      <span className="w-32 font-medium">{t.nodeRole[node.role]}</span>
      <span className="order-last min-w-0 basis-full font-mono text-sm wrap-anywhere sm:order-none sm:flex-1 sm:basis-0">
        {node.host}
      </span>
      <span className={isMixed ? 'tabular font-semibold' : 'tabular'}>
        {t.version(node.version, isMixed ? node.build : null)}
      </span>
      <span className="ml-auto text-sm text-muted sm:w-40 sm:text-right">
        {t.started} <RelativeTime time={node.started} />
      </span>
    </li>
  );
}
