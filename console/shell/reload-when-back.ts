/** Reloads the page when an unreachable server responds again. */
import { useEffect } from 'react';
import { isServerUnreachable, waitForServer } from '../data/refetch-when-back.ts';

/** If reloading does not help, it is not repeated within this time. */
const minIntervalMs = 30_000;
const reloadedAt = 'kinora.reloaded';

export function useReloadWhenBack(error: unknown): void {
  useEffect(() => {
    if (!isServerUnreachable(error)) return;
    const controller = new AbortController();
    void reloadWhenBack(controller.signal);
    return () => controller.abort();
  }, [error]);
}

async function reloadWhenBack(signal: AbortSignal): Promise<void> {
  await waitForServer();
  const isRecent = Date.now() - Number(sessionStorage.getItem(reloadedAt)) < minIntervalMs;
  if (signal.aborted || isRecent) return;
  sessionStorage.setItem(reloadedAt, String(Date.now()));
  location.reload();
}
