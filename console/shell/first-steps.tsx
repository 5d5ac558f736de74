/** The way to the first steps, as long as nothing was ever made, or one is on their page. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Footprints } from 'lucide-react';
import { useEffect } from 'react';
import { list } from '../data/api.ts';
import { onTask } from '../data/events/live-updates.ts';
import type { User } from '../data/session.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { shellMessages } from './messages.ts';

function madeAnythingQuery(account: string) {
  return queryOptions({
    queryKey: ['made anything', account],
    queryFn: async () => (await list('task list', { account, limit: 1 })).length > 0,
    staleTime: Infinity,
  });
}

export function FirstSteps({ user, isNarrow }: { readonly user: User; readonly isNarrow: boolean }) {
  const t = useMessages(shellMessages);
  const client = useQueryClient();
  const query = madeAnythingQuery(user.account);
  const { data: hasMade = true } = useQuery(query);
  useEffect(() => onTask(({ account }) => client.setQueryData(['made anything', account], true)), [client]);
  // Who is at it keeps the way back to it.
  const isThere = useLocation().pathname.endsWith('/welcome');
  if (hasMade && !isThere) return null;
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
