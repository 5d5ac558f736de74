/** The lightbox, loaded after the page that uses it. */
import { lazy, Suspense, type ComponentProps } from 'react';

const Loaded = lazy(() => import('./lightbox.tsx').then(module => ({ default: module.Lightbox })));

export function Lightbox(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
