/** Pressing where the new task is not seen at once: it is said, with the way to it. */
import type { Task } from '../data/tasks.ts';
import { useWords } from '../words/words.ts';
import { say } from './notices.ts';
import { useView } from './open-view.ts';
import { tellPress } from './tell-press.ts';
import { usePress, type Presser } from './use-press.ts';
import { pictureWords } from './words.ts';

export function useTellingPress(task: Task): Presser {
  const t = useWords(pictureWords);
  const view = useView();
  const presser = usePress(task, error => say({ text: error.message, isBad: true }));
  return tellPress(presser, t, (task, name) =>
    say({
      text: t.started(name),
      action: {
        label: t.show,
        act: () => {
          const place = { task, n: 1 };
          if (view.place) view.turn(place);
          else view.open(place);
        },
      },
    }),
  );
}
