/** A presser that tells of each task that it put on its way: by the button's full name. */
import type { Presser } from './use-press.ts';
import { fullNameOf, type PictureWords } from './words-of-buttons.ts';

export function tellPress(
  presser: Presser,
  t: PictureWords,
  tell: (task: string, name: string) => void,
): Presser {
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
