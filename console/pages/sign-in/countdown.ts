/** The remaining seconds of a `Retry-After`. */
import { useEffect, useState } from 'react';
import { ApiError } from '../../data/api.ts';

const secondMs = 1000;

export function useCountdown(error: Error | null): number {
  const seconds = (error instanceof ApiError && error.retryAfterSeconds) || 0;
  const [countdown, setCountdown] = useState({ error, seconds });
  // A new response restarts the countdown.
  if (countdown.error !== error) setCountdown({ error, seconds });
  useEffect(() => {
    if (countdown.seconds <= 0) return;
    const timer = setTimeout(() => setCountdown({ error, seconds: countdown.seconds - 1 }), secondMs);
    return () => clearTimeout(timer);
  }, [countdown, error]);
  return countdown.error === error ? countdown.seconds : seconds;
}
