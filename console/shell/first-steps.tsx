/** The link to the first steps, shown until the first task exists, and while their page is open. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Footprints } from '../icons/icons.ts';
import { list } from '../data/api.ts';
import { subscribeToTasks } from '../data/events/live-updates.ts';
import type { User } from '../data/session.ts';
import { openStoredValue } from '../state/stored-value.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { shellMessages } from './messages.ts';

/** The users who do not want to see the link any more. */
const hiddenBy = openStoredValue<readonly string[]>('first steps hidden', []);

export function hideFirstSteps({ id }: User): void {
  hiddenBy.set([...hiddenBy.get(), id]);
}

function hasTasksQuery(account: string) {
  return queryOptions({
    queryKey: ['has tasks', account],
    queryFn: async () => (await list('task list', { account, limit: 1 })).length > 0,
    staleTime: Infinity,
  });
}

export function FirstSteps({ user, isNarrow }: { readonly user: User; readonly isNarrow: boolean }) {
  const t = useMessages(shellMessages);
  const client = useQueryClient();
  const query = hasTasksQuery(user.account);
  const { data: hasTasks = true } = useQuery(query);
  const isHidden = hiddenBy.use().includes(user.id);
  useEffect(
    () => subscribeToTasks(({ account }) => client.setQueryData(['has tasks', account], true)),
    [client],
  );
  // Stays visible while the user is working through the first steps.
  const isOnFirstSteps = useLocation().pathname.endsWith('/welcome');
  if ((hasTasks || isHidden) && !isOnFirstSteps) return null;
  return (
    <nav aria-label={t.firstSteps} className="flex-1">
      <Link
        to="/welcome"
        title={isNarrow ? t.firstSteps : undefined}
        className="flex min-h-9 items-center gap-2.5 rounded-md bg-accent-soft px-2.5 font-medium text-accent no-underline pointer-coarse:min-h-11"
      >
        <Footprints size={16} aria-hidden className="shrink-0" />
        <span className={isNarrow ? 'sr-only' : undefined}>{t.firstSteps}</span>
      </Link>
    </nav>
  );
}
