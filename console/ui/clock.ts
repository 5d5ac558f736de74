/** The current time, for displays that count up. */
import { useEffect, useState } from 'react';

const everyMs = 1000;

/** The current time in milliseconds, updated each second while `isOn`. */
export function useSeconds(isOn: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [isOn]);
  return now;
}
