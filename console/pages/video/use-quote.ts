/** The price of the form's content: computed here immediately, then confirmed by the server. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { callRoute, type ApiError } from '../../data/api.ts';
import { quotePriceDetails, type PriceDetails } from '../../data/models/price.ts';
import { useDebouncedValue } from '../../data/use-debounced-value.ts';
import type { Token } from '../../data/tokens/tokens.ts';
import { toQuoteInput, toQuoteBody, type VideoRequest } from './request.ts';

function quoteQuery(token: Token, body: string) {
  return queryOptions({
    queryKey: ['quote', token.id, body],
    queryFn: () =>
      callRoute('POST /v1/videos/quote', {
        body: JSON.parse(body) as object,
        headers: { 'kinora-token': token.id },
      }),
    staleTime: 30_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

export interface QuoteState {
  readonly parts: PriceDetails | undefined;
  /** Whether the displayed price is confirmed by the server. */
  readonly isConfirmed: boolean;
  readonly error: ApiError | undefined;
}

/** If the two prices differ, the server's is displayed. */
export function useQuote(token: Token, request: VideoRequest): QuoteState {
  const body = JSON.stringify(toQuoteBody(request));
  const debouncedBody = useDebouncedValue(body);
  const { data, error, isPlaceholderData } = useQuery(quoteQuery(token, debouncedBody));
  const parts = quotePriceDetails(request.model, toQuoteInput(request));
  const isCurrent = debouncedBody === body && !isPlaceholderData;
  const rejection = isCurrent ? ((error as ApiError | null) ?? undefined) : undefined;
  if (!isCurrent || !data || rejection) return { parts, isConfirmed: false, error: rejection };
  const { unit, quantity, unit_price: unitPrice, amount } = data;
  const isSame = parts?.amount === amount && parts.quantity === quantity;
  const answer = { unit, quantity, unitPrice, amount };
  const bare = { rule: undefined, tierFactor: '1', isFlat: false };
  return { parts: isSame ? parts : { ...bare, ...answer }, isConfirmed: true, error: undefined };
}
