/** What a page shows stands in its address: filters, what is open, drafts. Copying the address shows the same again. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export type Search = Readonly<Record<string, string | undefined>>;

/** The address's search part, all texts. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  return query.size > 0 ? `?${query}` : '';
}

type Change<Fields> = (change: Partial<Fields>, options?: { readonly isStep?: boolean }) => void;

/** `isStep`: Back leads to what was before. A value of undefined goes out of the address. */
export function useAddress<Fields extends Search>(): readonly [Fields, Change<Fields>] {
  const search = useSearch({ strict: false }) as Fields;
  const navigate = useNavigate();
  const change = useCallback<Change<Fields>>(
    (fields, { isStep = false } = {}) => {
      void navigate({
        to: '.',
        search: (before: Search) => ({ ...before, ...fields }),
        replace: !isStep,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [search, change];
}
