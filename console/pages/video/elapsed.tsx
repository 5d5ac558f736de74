/** How long a task has been under way, by the second. */
import { useEffect, useState } from 'react';
import { formatSeconds } from '../../words/format.ts';

export function useElapsedSeconds(since: string): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.round((now - Date.parse(since)) / 1000));
}

export function Elapsed({
  since,
  says,
}: {
  readonly since: string;
  readonly says: (time: string) => string;
}) {
  const seconds = useElapsedSeconds(since);
  return <span className="tabular">{says(formatSeconds(seconds))}</span>;
}
