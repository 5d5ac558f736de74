/** Presses a button in a list. If the new row is out of sight, a notice announces it and leads to it. */
import type { Task } from '../../data/tasks/tasks.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { showNotice } from '../notices/notices.ts';
import { modalName, fullButtonName } from './button-labels.ts';
import { usePress, type Presser } from './use-press.ts';
import { pictureMessages } from '../messages.ts';

export function useRowPress(task: Task): Presser {
  const t = useMessages(pictureMessages);
  const announce = (id: string, name: string) => {
    const row = findRow(id);
    if (!row || !isSeen(row))
      showNotice({ text: t.started(name), action: { label: t.show, run: () => showRow(id) } });
  };
  const presser = usePress(task, { onAccepted: (id, button) => announce(id, fullButtonName(button, t)) });
  return { ...presser, onAnswered: modal => announce(modal.waiting.id, modalName(modal, t)) };
}

/** Finds the row of a task. Until the task is loaded, this is its placeholder. */
function findRow(id: string): Element | null {
  return (
    document.querySelector(`[data-picture-row="${CSS.escape(id)}"]`) ??
    document.querySelector('[data-pending-row]')
  );
}

/** Tests the middle of the row's top edge, which the bar may cover. */
function isSeen(row: Element): boolean {
  const { top, left, width } = row.getBoundingClientRect();
  const topElement = document.elementFromPoint(left + width / 2, top + 8);
  return row.contains(topElement);
}

function showRow(id: string): void {
  const row = findRow(id);
  row?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  row?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
}
