/** The price of a request, if it can be computed in advance. */
import { useQuery } from '@tanstack/react-query';
import { callRoute } from '../../data/api.ts';
import { modelsQuery } from '../../data/models/models.ts';
import { quoteImagePrice } from '../../data/models/price.ts';
import type { Token } from '../../data/tokens/tokens.ts';
import { Money } from '../../ui/formatted-values.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import type { Operation } from './document.ts';
import type { FilledRequest } from './request.ts';
import { referenceMessages } from './messages.ts';

interface CostProps {
  readonly operation: Operation;
  readonly draft: FilledRequest;
  readonly token: Token | undefined;
}

export function Cost({ operation, draft, token }: CostProps) {
  if (!token) return null;
  if (operation.path === '/v1/videos') return <ClipCost token={token} body={draft.body} />;
  const kind = kinds[operation.path];
  return kind ? <ImageCost token={token} kind={kind} /> : null;
}

/** The server computes the price. */
function ClipCost({ token, body }: { readonly token: Token; readonly body: string }) {
  const t = useMessages(referenceMessages);
  const { data, error } = useQuery({
    queryKey: ['quote', token.id, body],
    queryFn: () =>
      callRoute('POST /v1/videos/quote', {
        body: JSON.parse(body) as object,
        headers: { 'kinora-token': token.id },
      }),
    retry: false,
  });
  if (error) return <ErrorNote error={error} className="mt-2" />;
  return (
    <p className="text-sm">
      {t.price} <Money amount={data?.amount} className="ml-1 font-semibold" />
    </p>
  );
}

const kinds: Readonly<Record<string, 'grid' | 'describe' | 'shorten'>> = {
  '/mj/submit/imagine': 'grid',
  '/mj/submit/blend': 'grid',
  '/mj/submit/describe': 'describe',
  '/mj/submit/shorten': 'shorten',
};
const defaultEdge = 1024;

function ImageCost({
  token,
  kind,
}: {
  readonly token: Token;
  readonly kind: 'grid' | 'describe' | 'shorten';
}) {
  const t = useMessages(referenceMessages);
  const { data: models = [] } = useQuery(modelsQuery(token));
  const model = models.find(({ operations }) => operations.includes(kind));
  const tier = token.tier ?? 'fast';
  const price = model && quoteImagePrice(model, { kind, tier, width: defaultEdge, height: defaultEdge });
  return (
    <div className="text-sm">
      <p>
        {t.price} <Money amount={price?.amount} className="ml-1 font-semibold" />
      </p>
      {kind === 'grid' && <p className="text-muted">{t.mayDiffer}</p>}
    </div>
  );
}
