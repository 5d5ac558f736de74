/** What the operator announces, on top of every page. */
import { Megaphone } from 'lucide-react';
import { useAbout } from '../data/session.ts';

export function Announcement() {
  const { announcement } = useAbout().site;
  if (announcement === null) return null;
  return (
    <p
      role="note"
      className="flex items-start gap-2.5 border-b border-line bg-accent-soft px-4 py-2 text-sm wrap-anywhere"
    >
      <Megaphone className="mt-0.5 size-4 shrink-0" aria-hidden />
      {announcement}
    </p>
  );
}
