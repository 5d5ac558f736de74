/**
 * The state of a page in its URL: filters, the open item, drafts. Opening a copied URL shows the same state.
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export type Search = Readonly<Record<string, string | undefined>>;

/** The query parameters of a URL, as strings. */
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

/** `isStep` adds an entry to the browser's history. A value of undefined removes its parameter. */
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
