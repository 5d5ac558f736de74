/** Presses a button where the new task is out of sight: a notice announces it and opens it. */
import type { Task } from '../../data/tasks/tasks.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { showNotice } from '../notices/notices.ts';
import { useLightboxPlace } from '../view-address.ts';
import { fullButtonName, modalName } from './button-labels.ts';
import { usePress, type Presser } from './use-press.ts';
import { pictureMessages } from '../messages.ts';

export function useAnnouncedPress(task: Task): Presser {
  const t = useMessages(pictureMessages);
  const view = useLightboxPlace();
  const open = (id: string) => {
    const place = { task: id, n: 1 };
    if (view.place) view.show(place);
    else view.open(place);
  };
  const announce = (id: string, name: string) =>
    showNotice({ text: t.started(name), action: { label: t.show, run: () => open(id) } });
  const presser = usePress(task, {
    onAccepted: (id, button) => announce(id, fullButtonName(button, t)),
    onError: error => showNotice({ text: error.message, isError: true }),
  });
  return { ...presser, onAnswered: modal => announce(modal.waiting.id, modalName(modal, t)) };
}
