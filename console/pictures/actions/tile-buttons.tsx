/** The actions on one of several pictures, as labeled buttons. */
import { Check } from '../../icons/icons.ts';
import type { Task } from '../../data/tasks/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { tileButtons } from './buttons.ts';
import { ButtonPrice } from '../price.tsx';
import type { Presser } from './use-press.ts';
import { buttonName } from './button-labels.ts';
import { pictureMessages } from '../messages.ts';

interface TileButtonsProps {
  readonly task: Task;
  readonly n: number;
  readonly presser: Presser;
}

export function TileButtons({ task, n, presser }: TileButtonsProps) {
  const t = useMessages(pictureMessages);
  const buttons = tileButtons(task, n);
  const variation = buttons.find(({ kind }) => kind === 'variation');
  if (buttons.length === 0) return null;
  const names: Readonly<Record<string, string>> = {
    select: t.pick(n),
    variation: t.vary(n),
    'select-clip': t.upscaleClip(n),
  };
  return (
    <div className="grid gap-1">
      {buttons.map(button => (
        <Button
          key={button.id}
          size="s"
          className="justify-between!"
          busy={presser.busy.has(button.id)}
          onClick={() => void presser.press(button)}
        >
          <span className="inline-flex items-center gap-1.5">
            {button.pressed && <Check size={13} aria-label={t.pressed} />}
            {names[button.kind] ?? buttonName(button, t)}
          </span>
          <ButtonPrice price={button.price} />
        </Button>
      ))}
      {variation && (
        <>
          <Button
            size="s"
            className="justify-between!"
            onClick={() => void presser.press(variation, { strong: true })}
          >
            {t.varyStrongly(n)}
            <ButtonPrice price={variation.price} />
          </Button>
          <Button
            size="s"
            className="justify-between!"
            onClick={() => void presser.press(variation, { enableRemix: true })}
          >
            {t.editPrompt}
            <ButtonPrice price={variation.price} />
          </Button>
        </>
      )}
    </div>
  );
}
