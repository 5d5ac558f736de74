/** The page in place of one that could not be loaded. */
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorNote } from '../ui/page-states.tsx';
import { useReloadWhenBack } from './reload-when-back.ts';

/**
 * After an update of the server, the chunks of the old page no longer exist. Reloading fetches the new ones.
 */
export function LoadFailed({ error }: ErrorComponentProps) {
  useReloadWhenBack(error);
  return (
    <div className="mx-auto max-w-140 p-6">
      <ErrorNote error={error as Error} onRetry={() => location.reload()} />
    </div>
  );
}
