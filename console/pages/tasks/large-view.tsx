/** The picture that the address names, large. Its part of the Console is loaded when somebody looks. */
import { lazy, Suspense } from 'react';
import { useAddress } from '../../data/address.ts';
import type { Task } from '../../data/tasks.ts';

const Lightbox = lazy(() => import('../../pictures/lightbox.tsx').then(part => ({ default: part.Lightbox })));

export function LargeView({ task }: { readonly task: Task }) {
  const [{ view }] = useAddress<Readonly<Record<'view', string | undefined>>>();
  // Also another than this task: what was made of it, to which one may turn there.
  if (!view) return null;
  return (
    <Suspense>
      <Lightbox tasks={[task]} />
    </Suspense>
  );
}
