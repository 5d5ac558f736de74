/** Debounces a value that changes often, such as typed text. */
import { useEffect, useState } from 'react';

const debounceMs = 250;

/** Returns the value as it was when it last stayed unchanged for a moment. */
export function useDebouncedValue(value: string): string {
  const [debouncedValue, setDebouncedValue] = useState(value);
  useEffect(() => {
    if (debouncedValue === value) return;
    const timer = setTimeout(() => setDebouncedValue(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value, debouncedValue]);
  return debouncedValue;
}
