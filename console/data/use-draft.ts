/**
 * A form's draft, shown immediately and written to the URL with a delay, because browsers limit how
 * often a page may change its URL.
 */
import { useEffect, useState } from 'react';
import { parseSearch, stringifySearch, useAddress, type Search } from './address.ts';

const writeDelayMs = 300;

/**
 * All query parameters of the URL except `otherNames`. The draft wins while the user types. When the user
 * follows a link to the same page, the URL wins.
 */
export function useDraft(otherNames: readonly string[]) {
  const [search, setAddress] = useAddress<Search>();
  const addressDraft = withoutNames(search, otherNames);
  const addressText = canonicalText(addressDraft);
  const [state, setState] = useState({ draft: addressDraft, writtenText: addressText, seenText: addressText });
  const { draft, writtenText, seenText } = state;
  if (addressText !== seenText)
    setState({
      draft: addressText === writtenText ? draft : addressDraft,
      writtenText: addressText,
      seenText: addressText,
    });
  const text = canonicalText(draft);
  useEffect(() => {
    if (text === writtenText) return;
    const timer = setTimeout(() => {
      setState(before => ({ ...before, writtenText: text }));
      setAddress({ ...allUndefined(parseSearch(addressText)), ...draft });
    }, writeDelayMs);
    return () => clearTimeout(timer);
  }, [text, writtenText, draft, addressText, setAddress]);
  return {
    draft,
    /** A value of undefined removes its field. */
    change: (fields: Search) =>
      setState(before => ({ ...before, draft: withoutEmpty({ ...before.draft, ...fields }) })),
    replace: (fields: Search) => setState(before => ({ ...before, draft: withoutEmpty(fields) })),
  };
}

function withoutNames(search: Search, names: readonly string[]): Search {
  return withoutEmpty(Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name))));
}

/** Equal values give equal text. */
function canonicalText(search: Search): string {
  return stringifySearch(Object.fromEntries(Object.entries(search).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

function withoutEmpty(search: Search): Search {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && value !== ''),
  );
}

function allUndefined(search: Search): Search {
  return Object.fromEntries(Object.keys(search).map(name => [name, undefined]));
}
