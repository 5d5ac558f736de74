/** Pressing where the new task is not seen at once: it is said, with the way to it. */
import type { Task } from '../data/tasks.ts';
import { useWords } from '../words/words.ts';
import { say } from './notices.ts';
import { useView } from './open-view.ts';
import { usePress, type Presser } from './use-press.ts';
import { fullNameOf } from './words-of-buttons.ts';
import { pictureWords } from './words.ts';

export function useTellingPress(task: Task): Presser {
  const t = useWords(pictureWords);
  const view = useView();
  const presser = usePress(task, error => say({ text: error.message, isBad: true }));
  const tell = (task: string, name: string) =>
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
    });
  return {
    ...presser,
    press: async (button, options) => {
      const made = await presser.press(button, options);
      const [first] = made;
      if (first && first.state !== 'waiting') tell(first.id, fullNameOf(button, t));
      return made;
    },
    onAnswered: ({ waiting, button }) =>
      tell(waiting.id, button ? fullNameOf(button, t) : (waiting.button ?? '')),
  };
}
