/** The page for an unknown URL, loaded when there is one. */
import { lazy, Suspense } from 'react';

const Loaded = lazy(async () => ({ default: (await import('./no-such-page.tsx')).NoSuchPage }));

export function NoSuchPage() {
  return (
    <Suspense>
      <Loaded />
    </Suspense>
  );
}
