/** What is being written, at once on the page and a moment later in its address: browsers refuse an address at every key. */
import { useEffect, useState } from 'react';
import { parseSearch, stringifySearch, useAddress, type Search } from './address.ts';

const restMs = 300;

/**
 * All of the address's search part but `others`. The page's own is the truth while one writes; when somebody follows a link
 * to the same page, the address's is.
 */
export function useDraft(others: readonly string[]) {
  const [search, setAddress] = useAddress<Search>();
  const found = without(search, others);
  const foundText = textOf(found);
  const [state, setState] = useState({ draft: found, written: foundText, seen: foundText });
  const { draft, written, seen } = state;
  if (foundText !== seen)
    setState({
      draft: foundText === written ? draft : found,
      written: foundText,
      seen: foundText,
    });
  const text = textOf(draft);
  useEffect(() => {
    if (text === written) return;
    const timer = setTimeout(() => {
      setState(before => ({ ...before, written: text }));
      setAddress({ ...cleared(parseSearch(foundText)), ...draft });
    }, restMs);
    return () => clearTimeout(timer);
  }, [text, written, draft, foundText, setAddress]);
  return {
    draft,
    /** A value of undefined goes out. */
    change: (fields: Search) =>
      setState(before => ({ ...before, draft: present({ ...before.draft, ...fields }) })),
    replace: (fields: Search) => setState(before => ({ ...before, draft: present(fields) })),
  };
}

function without(search: Search, names: readonly string[]): Search {
  return present(Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name))));
}

/** The same for the same values. */
function textOf(search: Search): string {
  return stringifySearch(Object.fromEntries(Object.entries(search).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

function present(search: Search): Search {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  );
}

function cleared(search: Search): Search {
  return Object.fromEntries(Object.keys(search).map(name => [name, undefined]));
}
