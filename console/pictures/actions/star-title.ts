/** What the star of a task does on this server: it marks the task, and its files are kept longer. */
import { useAbout } from '../../data/session.ts';
import { formatBytes, formatHours } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { pictureMessages } from '../messages.ts';

export function useStarTitle(isStarred: boolean): string {
  const t = useMessages(pictureMessages);
  const { hours, starred_hours: starredHours, starred_megabytes: megabytes } = useAbout().files;
  if (starredHours <= hours || megabytes === 0) return isStarred ? t.unstar : t.starMarks;
  if (isStarred) return t.unstarKept;
  return t.starKeeps(formatHours(starredHours), formatBytes(megabytes * 1_000_000));
}
