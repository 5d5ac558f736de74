/** The error area below the prompt field. The list is loaded when the first error occurs. */
import { lazy, Suspense } from 'react';
import type { FaultsProps } from './fault-list.tsx';

const FaultList = lazy(() => import('./fault-list.tsx').then(module => ({ default: module.FaultList })));

export function Faults({ id, ...rest }: FaultsProps & { readonly id: string }) {
  const { create, problems } = rest;
  const isWrong = problems.length > 0 || create.pictures.rejectedPictures.length > 0 || create.price?.tooMany;
  return (
    <div id={id} aria-live="polite" className="grid gap-1.5 text-sm empty:hidden">
      <Suspense>{isWrong && <FaultList {...rest} />}</Suspense>
    </div>
  );
}
