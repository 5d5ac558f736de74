/** The picture that the address names, large. Its part of the Console is loaded when somebody looks. */
import { useAddress } from '../../../data/address.ts';
import type { Task } from '../../../data/tasks/tasks.ts';
import { Lightbox } from '../../../pictures/lightbox/lazy-lightbox.tsx';

export function LargeView({ task }: { readonly task: Task }) {
  const [{ view }] = useAddress<Readonly<Record<'view', string | undefined>>>();
  // Also another than this task: what was made of it, to which one may turn there.
  if (!view) return null;
  return <Lightbox tasks={[task]} />;
}
