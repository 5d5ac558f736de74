/** The lightbox for the picture in the URL, loaded on demand. */
import { useAddress } from '../../../data/address.ts';
import type { Task } from '../../../data/tasks/tasks.ts';
import { Lightbox } from '../../../pictures/lightbox/lazy-lightbox.tsx';

export function LargeView({ task }: { readonly task: Task }) {
  const [{ view }] = useAddress<Readonly<Record<'view', string | undefined>>>();
  // The picture may belong to another task, because the lightbox also shows descendants.
  if (!view) return null;
  return <Lightbox tasks={[task]} />;
}
