/** The announcement of the operator, at the top of every page. */
import { useAbout } from '../data/session.ts';

export function Announcement() {
  const { announcement } = useAbout().site;
  return announcement === null ? null : (
    <p role="note" className="bg-accent-soft px-4 py-2 text-sm wrap-anywhere">
      {announcement}
    </p>
  );
}
