/** The remaining seconds of a `Retry-After`. */
import { useEffect, useState } from 'react';
import { ApiError } from '../../data/api.ts';

const secondMs = 1000;

export function useCountdown(error: Error | null): number {
  const seconds = (error instanceof ApiError && error.retryAfterSeconds) || 0;
  const [left, setLeft] = useState({ error, seconds });
  // A new response restarts the countdown.
  if (left.error !== error) setLeft({ error, seconds });
  useEffect(() => {
    if (left.seconds <= 0) return;
    const timer = setTimeout(() => setLeft({ error, seconds: left.seconds - 1 }), secondMs);
    return () => clearTimeout(timer);
  }, [left, error]);
  return left.error === error ? left.seconds : seconds;
}
