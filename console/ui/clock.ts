/** The time, for what counts up while it is looked at. */
import { useEffect, useState } from 'react';

const everyMs = 1000;

/** Each second while `isOn`; else as it was. */
export function useSeconds(isOn: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [isOn]);
  return now;
}
