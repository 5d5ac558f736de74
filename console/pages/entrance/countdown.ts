/** How many seconds are left of those that the server said to wait. */
import { useEffect, useState } from 'react';
import { ApiError } from '../../data/api.ts';

const secondMs = 1000;

export function useCountdown(error: Error | null): number {
  const seconds = (error instanceof ApiError && error.retryAfterSeconds) || 0;
  const [left, setLeft] = useState({ error, seconds });
  // Another answer: counted from anew.
  if (left.error !== error) setLeft({ error, seconds });
  useEffect(() => {
    if (left.seconds <= 0) return;
    const timer = setTimeout(() => setLeft({ error, seconds: left.seconds - 1 }), secondMs);
    return () => clearTimeout(timer);
  }, [left, error]);
  return left.error === error ? left.seconds : seconds;
}
