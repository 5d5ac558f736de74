/** A value that changes often, such as typed text, once it rests. */
import { useEffect, useState } from 'react';

const debounceMs = 250;

/** The value, debounced. */
export function useRested(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    if (debounced === value) return;
    const timer = setTimeout(() => setDebounced(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value, debounced]);
  return debounced;
}
