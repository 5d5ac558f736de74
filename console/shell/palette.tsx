/** Ctrl or Cmd with K: go to any page, or find a task by its words. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { list } from '../data/api.ts';
import { mayAs, type User } from '../data/session.ts';
import type { Task } from '../data/tasks.ts';
import { Dialog } from '../ui/dialog.tsx';
import { isCommit } from '../ui/keys.ts';
import { Ago } from '../ui/show.tsx';
import { useWords } from '../words/words.ts';
import { nav } from './nav.ts';
import { shellWords } from './words.ts';

interface Found {
  readonly to: string;
  readonly says: string;
  readonly note?: string;
  readonly task?: Task;
}

/** What is typed is sought when one stops for a moment. */
const pauseMs = 200;

export function Palette({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const t = useWords(shellWords);
  const [asked, setAsked] = useState('');
  const [place, setPlace] = useState(0);
  const navigate = useNavigate();
  const { found, isSeeking } = useFound(user, asked);
  const go = (to: string) => {
    onClose();
    void navigate({ to });
  };
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const chosen = found[place];
    if (step !== 0) event.preventDefault();
    if (step !== 0) setPlace(before => (before + step + found.length) % Math.max(1, found.length));
    else if (isCommit(event) && chosen) go(chosen.to);
  };
  return (
    <Dialog title={t.search} onClose={onClose}>
      <input
        className="field"
        role="combobox"
        aria-label={t.search}
        aria-expanded={found.length > 0}
        placeholder={t.searchHint}
        aria-controls="palette-found"
        aria-activedescendant={found[place] && `palette-${place}`}
        autoFocus
        value={asked}
        onChange={event => {
          setAsked(event.target.value);
          setPlace(0);
        }}
        onKeyDown={onKey}
      />
      <ul id="palette-found" role="listbox" aria-label={t.search} className="mt-2 max-h-90 overflow-auto">
        {found.map(({ to, says, note, task }, index) => (
          <li
            key={to}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === place}
            className={`flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-md px-2.5 ${index === place ? 'bg-raised' : ''}`}
            onClick={() => go(to)}
            onMouseMove={() => setPlace(index)}
          >
            {task && <Small task={task} />}
            <span className="min-w-0 flex-1 truncate">{says}</span>
            {note && <span className="shrink-0 text-sm text-muted">{note}</span>}
            {task && (
              <span className="shrink-0 text-sm text-muted">
                <Ago time={task.created} />
              </span>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className={found.length > 0 || isSeeking ? 'sr-only' : 'px-2.5 py-2 text-muted'}>
        {found.length === 0 && !isSeeking && t.nothingFound}
      </p>
    </Dialog>
  );
}

function Small({ task: { cells, clips, sheet, preview } }: { readonly task: Task }) {
  const url = cells[0]?.thumbnail ?? clips[0]?.thumbnail ?? sheet ?? preview;
  return (
    <span className="my-1 size-8 shrink-0 overflow-hidden rounded-md bg-bg">
      {url && <img src={url} alt="" className="size-full object-cover" />}
    </span>
  );
}

function useFound(user: User, asked: string): { found: readonly Found[]; isSeeking: boolean } {
  const t = useWords(shellWords);
  // Enter takes what stands there, so pages follow each letter; tasks come when they come.
  const words = asked.trim().toLowerCase();
  const sought = usePaused(words);
  const { data: tasks = [], isFetching } = useQuery({
    queryKey: ['found tasks', sought],
    queryFn: () => list<Task>('task list', { q: sought, limit: 6, account: user.account }),
    enabled: sought.length > 1,
  });
  const pages = nav
    .flatMap(({ name, items }) => items.map(item => ({ ...item, group: t.groups[name] })))
    .filter(({ who }) => who === undefined || mayAs(user, who))
    .map(({ to, name, group }) => ({ to, says: t.pages[name], note: group }))
    .concat({ to: '/profile', says: t.pages.profile, note: t.groups.account })
    .filter(({ to, says }) => says.toLowerCase().includes(words) || to.includes(words));
  const found = tasks.map(task => ({
    to: `/task/${task.id}`,
    says: task.prompt ?? task.id,
    note: `${t.kinds[task.kind]} · ${t.actions[task.action as keyof typeof t.actions] ?? task.action}`,
    task,
  }));
  const isSeeking = words.length > 1 && (isFetching || sought !== words);
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
