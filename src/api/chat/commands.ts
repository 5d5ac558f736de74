/** Buttons of an earlier task as words: `U2`, `vary subtle`, `zoom out 2x`, `pan left`, `again`. */
import { followUpsFor } from '../../core/catalogue/models/usable-models.ts';
import type { TaskView } from '../../core/tasks/read/task-view.ts';
import type { Call } from '../http/route.ts';
import type { SubmitDependencies } from '../http/tasks/submit.ts';
import { needsModal } from '../image/order/modal.ts';
import type { Button } from '../image/wire/buttons.ts';
import { buttonsOfTask } from '../image/wire/parent.ts';

export interface Command {
  /** The text that users type. */
  readonly words: string;
  readonly button: Button;
}

/** The commands of a finished task: its buttons that need no further question. */
export function listCommands(
  { catalogue }: Pick<SubmitDependencies, 'catalogue'>,
  token: Call['token'],
  task: TaskView,
): readonly Command[] {
  return buttonsOfTask(task, followUpsFor(catalogue, token, task.model)).flatMap(button => {
    const words = commandWords(button);
    return words === undefined || needsModal(button.followUp, false) ? [] : [{ words, button }];
  });
}

function commandWords({ label, followUp }: Button): string | undefined {
  if (followUp.kind === 'bookmark') return undefined;
  if (followUp.kind === 'reroll') return 'again';
  if (followUp.kind === 'pan') return `pan ${followUp.direction}`;
  return label ? plain(label) : undefined;
}

/** Finds the command that a text names. Returns undefined if the text is a prompt. */
export function commandIn(text: string, commands: readonly Command[]): Command | undefined {
  const requestedWords = plain(text.replace(/^\s*\/?(?:please\s+)?/i, ''));
  return commands.find(({ words }) => words === requestedWords);
}

/** Returns the letters and digits of the text in lower case, as words. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.]+/gu, ' ')
    .trim();
}
