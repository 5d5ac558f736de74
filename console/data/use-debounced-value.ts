/** A value that changes often, such as typed text, once it rests. */
import { useEffect, useState } from 'react';

const debounceMs = 250;

/** The value, debounced. */
export function useDebouncedValue(value: string): string {
  const [debouncedValue, setDebouncedValue] = useState(value);
  useEffect(() => {
    if (debouncedValue === value) return;
    const timer = setTimeout(() => setDebouncedValue(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value, debouncedValue]);
  return debouncedValue;
}
