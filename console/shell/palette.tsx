/** Ctrl or Cmd with K: go to any page, or find a task by its words. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { list } from '../data/api.ts';
import { hasRole, type User } from '../data/session.ts';
import type { Task } from '../data/tasks/tasks.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { PickList } from '../ui/fields/pick-list.tsx';
import { RelativeTime } from '../ui/formatted-values.tsx';
import { uiMessages } from '../ui/messages.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { nav } from './nav.ts';
import { shellMessages } from './messages.ts';

interface PaletteEntry {
  readonly to: string;
  readonly label: string;
  readonly note?: string;
  readonly task?: Task;
}

/** What is typed is sought when one stops for a moment. */
const pauseMs = 200;

export function Palette({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const t = useMessages(shellMessages);
  const [asked, setAsked] = useState('');
  const navigate = useNavigate();
  const { found, isSeeking } = useFound(user, asked);
  const go = (to: string) => {
    onClose();
    void navigate({ to });
  };
  return (
    <Dialog title={t.search} onClose={onClose}>
      <PickList
        label={t.search}
        hint={t.searchHint}
        asked={asked}
        onAsk={setAsked}
        items={found}
        keyOf={({ to }) => to}
        onPick={({ to }) => go(to)}
      >
        {({ label, note, task }) => (
          <>
            {task && <Thumbnail task={task} />}
            <span className="min-w-0 flex-1 truncate">{label}</span>
            {note && <span className="shrink-0 text-sm text-muted">{note}</span>}
            {task && (
              <span className="shrink-0 text-sm text-muted">
                <RelativeTime time={task.created} />
              </span>
            )}
          </>
        )}
      </PickList>
      <p role="status" className={found.length > 0 || isSeeking ? 'sr-only' : 'px-2.5 py-2 text-muted'}>
        {found.length === 0 && !isSeeking && t.nothingFound}
      </p>
    </Dialog>
  );
}

function Thumbnail({ task: { cells, clips, sheet, preview } }: { readonly task: Task }) {
  const url = cells[0]?.thumbnail ?? clips[0]?.thumbnail ?? sheet ?? preview;
  return (
    <span className="size-8 shrink-0 overflow-hidden rounded-md bg-bg">
      {url && <img src={url} alt="" className="size-full object-cover" />}
    </span>
  );
}

function useFound(user: User, asked: string): { found: readonly PaletteEntry[]; isSeeking: boolean } {
  const t = useMessages(shellMessages);
  const ui = useMessages(uiMessages);
  // Enter takes what stands there, so pages follow each letter; tasks come when they come.
  const words = asked.trim().toLowerCase();
  const query = usePaused(words);
  const { data: tasks = [], isFetching } = useQuery({
    queryKey: ['found tasks', query],
    queryFn: () => list('task list', { q: query, limit: 6, account: user.account }),
    enabled: query.length > 1,
  });
  const pages = nav
    .flatMap(({ name, items }) => items.map(item => ({ ...item, group: t.groups[name] })))
    .filter(({ who }) => who === undefined || hasRole(user, who))
    .map(({ to, name, group }) => ({ to, label: t.pages[name], note: group }))
    .concat({ to: '/profile', label: t.pages.profile, note: t.groups.account })
    .filter(({ to, label }) => label.toLowerCase().includes(words) || to.includes(words));
  const found = tasks.map(task => ({
    to: `/task/${task.id}`,
    label: task.prompt ?? task.id,
    note: `${ui.kind[task.kind]} · ${ui.action[task.action]}`,
    task,
  }));
  const isSeeking = words.length > 1 && (isFetching || query !== words);
  return { found: words.length > 1 ? [...pages, ...found] : pages, isSeeking };
}

/** The text when it has stayed the same for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
