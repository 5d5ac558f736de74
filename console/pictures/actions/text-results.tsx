/** The prompts that a describe or a shorten returned, each with buttons to use or run it. */
import type { Task } from '../../data/tasks/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { ButtonPrice } from '../price.tsx';
import type { Presser } from './use-press.ts';
import { buttonName } from './button-labels.ts';
import { pictureMessages } from '../messages.ts';

interface TextsProps {
  readonly task: Task;
  readonly presser: Presser;
  readonly onUsePrompt?: ((task: Task) => void) | undefined;
}

export function Texts({ task, presser, onUsePrompt }: TextsProps) {
  const t = useMessages(pictureMessages);
  if (task.texts.length === 0) return null;
  const uses = task.buttons.filter(({ kind }) => kind === 'use-text');
  const otherButtons = task.buttons.filter(({ kind }) => kind !== 'use-text');
  // The first line of a shorten is its analysis; the prompts follow.
  const skippedCount = task.texts.length - uses.length;
  return (
    <>
      <ol className="grid gap-2">
        {task.texts.map((text, index) => {
          const button = uses[index - skippedCount];
          return (
            <li key={text} className="card flex flex-wrap items-start gap-2 p-3">
              <span className="min-w-60 flex-1 wrap-anywhere">{text}</span>
              {onUsePrompt && (
                <Button kind="quiet" size="s" onClick={() => onUsePrompt({ ...task, prompt: text })}>
                  {t.useText}
                </Button>
              )}
              {button && (
                <Button
                  size="s"
                  busy={presser.busy.has(button.id)}
                  onClick={() => void presser.press(button)}
                >
                  {t.makeText}
                  <ButtonPrice price={button.price} />
                </Button>
              )}
            </li>
          );
        })}
      </ol>
      <div className="mt-2 flex flex-wrap gap-1">
        {otherButtons.map(button => (
          <Button
            key={button.id}
            size="s"
            busy={presser.busy.has(button.id)}
            onClick={() => void presser.press(button)}
          >
            {buttonName(button, t)}
            <ButtonPrice price={button.price} />
          </Button>
        ))}
      </div>
    </>
  );
}
