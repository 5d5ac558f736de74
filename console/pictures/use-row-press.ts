/** Pressing in a list: where the row of what was made is out of sight, it is said, with the way to it. */
import type { Task } from '../data/tasks.ts';
import { useWords } from '../words/words.ts';
import { say } from './notices.ts';
import { tellPress } from './tell-press.ts';
import { usePress, type Presser } from './use-press.ts';
import { pictureWords } from './words.ts';

export function useRowPress(task: Task): Presser {
  const t = useWords(pictureWords);
  return tellPress(usePress(task), t, (id, name) => {
    // After the row was drawn.
    requestAnimationFrame(() => {
      const row = rowOf(id);
      if (row && !isSeen(row))
        say({ text: t.started(name), action: { label: t.show, act: () => showRow(id) } });
    });
  });
}

function rowOf(id: string): Element | null {
  return document.querySelector(`[data-picture-row="${CSS.escape(id)}"]`);
}

/** The middle of its top edge, not behind the bar. */
function isSeen(row: Element): boolean {
  const { top, left, width } = row.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, top + 8);
  return row.contains(seen);
}

function showRow(id: string): void {
  const row = rowOf(id);
  row?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  row?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
}
