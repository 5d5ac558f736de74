/** The elapsed time of a task, in seconds. */
import { useEffect, useState } from 'react';
import { formatSeconds } from '../../i18n/format.ts';

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
  format,
}: {
  readonly since: string;
  readonly format: (time: string) => string;
}) {
  const seconds = useElapsedSeconds(since);
  return <span className="tabular">{format(formatSeconds(seconds))}</span>;
}
