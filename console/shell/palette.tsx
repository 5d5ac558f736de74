/** The command palette (Ctrl+K or Cmd+K): opens any page or finds a task by text of its prompt. */
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

/** Debounce before the search is sent. */
const debounceMs = 200;

export function Palette({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const t = useMessages(shellMessages);
  const [search, setSearch] = useState('');
  const navigate = useNavigate();
  const { entries, isSearching } = useResults(user, search);
  const openPage = (to: string) => {
    onClose();
    void navigate({ to });
  };
  return (
    <Dialog title={t.search} onClose={onClose}>
      <PickList
        label={t.search}
        hint={t.searchHint}
        query={search}
        onQuery={setSearch}
        items={entries}
        toKey={({ to }) => to}
        onPick={({ to }) => openPage(to)}
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
      <p role="status" className={entries.length > 0 || isSearching ? 'sr-only' : 'px-2.5 py-2 text-muted'}>
        {entries.length === 0 && !isSearching && t.nothingFound}
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

function useResults(user: User, search: string): { entries: readonly PaletteEntry[]; isSearching: boolean } {
  const t = useMessages(shellMessages);
  const ui = useMessages(uiMessages);
  // Enter selects the displayed result, so pages are filtered on each keystroke. Tasks
  // follow when they are loaded.
  const text = search.trim().toLowerCase();
  const query = useDebouncedValue(text);
  const { data: tasks = [], isFetching } = useQuery({
    queryKey: ['found tasks', query],
    queryFn: () => list('task list', { q: query, limit: 6, account: user.account }),
    enabled: query.length > 1,
  });
  const pages = nav
    .flatMap(({ name, items }) => items.map(item => ({ ...item, group: t.groups[name] })))
    .filter(({ role }) => role === undefined || hasRole(user, role))
    .map(({ to, name, group }) => ({ to, label: t.pages[name], note: group }))
    .concat({ to: '/profile', label: t.pages.profile, note: t.groups.account })
    .filter(({ to, label }) => label.toLowerCase().includes(text) || to.includes(text));
  const taskEntries = tasks.map(task => ({
    to: `/task/${task.id}`,
    label: task.prompt ?? task.id,
    note: `${ui.kind[task.kind]} · ${ui.action[task.action]}`,
    task,
  }));
  const isSearching = text.length > 1 && (isFetching || query !== text);
  return { entries: text.length > 1 ? [...pages, ...taskEntries] : pages, isSearching };
}

/** The text, debounced. */
function useDebouncedValue(text: string): string {
  const [debouncedText, setDebouncedText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debouncedText;
}
