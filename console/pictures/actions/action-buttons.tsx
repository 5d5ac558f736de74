/** All actions on a single picture, in groups; the pan buttons are arranged as a cross. */
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Check } from '../../icons/icons.ts';
import type { Task, TaskButton } from '../../data/tasks/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { panDirection, groupButtons } from './buttons.ts';
import { ButtonPrice } from '../price.tsx';
import type { Presser } from './use-press.ts';
import { fullButtonName, enlargedSize, buttonName } from './button-labels.ts';
import { pictureMessages } from '../messages.ts';

interface ActionButtonsProps {
  readonly task: Task;
  readonly presser: Presser;
}

export function ActionButtons({ task, presser }: ActionButtonsProps) {
  const t = useMessages(pictureMessages);
  const groups = groupButtons(task);
  if (groups.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-3">
      {groups.map(({ group, buttons }) => (
        <div key={group} role="group" aria-label={t.groups[group]} className="min-w-0">
          <h4 className="mb-1 text-xs font-medium text-muted" aria-hidden>
            {t.groups[group]}
          </h4>
          {group === 'pan' ? (
            <Pans task={task} buttons={buttons} presser={presser} />
          ) : (
            <div className="flex flex-wrap gap-1">
              {buttons.map(button => (
                <ActionButton key={button.id} {...{ task, button, presser }} />
              ))}
            </div>
          )}
        </div>
      ))}
    </div>
  );
}

interface ActionButtonProps {
  readonly task: Task;
  readonly button: TaskButton;
  readonly presser: Presser;
}

function ActionButton({ task, button, presser }: ActionButtonProps) {
  const t = useMessages(pictureMessages);
  const larger = enlargedSize(button, task, t);
  return (
    <Button
      size="s"
      busy={presser.busy.has(button.id)}
      title={larger ? `${fullButtonName(button, t)}, ${larger}` : fullButtonName(button, t)}
      onClick={() => void presser.press(button)}
    >
      {button.pressed && <Check size={13} aria-label={t.pressed} />}
      {buttonName(button, t)}
      <ButtonPrice price={button.price} />
    </Button>
  );
}

const places = {
  up: ['col-start-2 row-start-1', ArrowUp],
  left: ['col-start-1 row-start-2', ArrowLeft],
  right: ['col-start-3 row-start-2', ArrowRight],
  down: ['col-start-2 row-start-3', ArrowDown],
} as const;

/** The pans cost the same, so the price is shown once, in the middle of the cross. */
function Pans({
  task,
  buttons,
  presser,
}: {
  readonly task: Task;
  readonly buttons: readonly TaskButton[];
  readonly presser: Presser;
}) {
  const t = useMessages(pictureMessages);
  const prices = new Set(buttons.map(({ price }) => price));
  const [price] = prices;
  return (
    <div className="inline-grid grid-cols-[auto_minmax(32px,auto)_auto] items-center justify-items-center gap-1">
      {buttons.map(button => {
        const direction = panDirection(button);
        if (!direction) return <ActionButton key={button.id} {...{ task, button, presser }} />;
        const [place, Arrow] = places[direction];
        return (
          <Button
            key={button.id}
            size="s"
            className={classes('px-1.5!', place)}
            title={fullButtonName(button, t)}
            aria-label={[fullButtonName(button, t), button.pressed && t.pressed].filter(Boolean).join(', ')}
            busy={presser.busy.has(button.id)}
            onClick={() => void presser.press(button)}
          >
            <Arrow size={14} aria-hidden />
            {button.pressed && <Check size={13} aria-hidden />}
            {prices.size > 1 && <ButtonPrice price={button.price} />}
          </Button>
        );
      })}
      {prices.size === 1 && (
        <span className="col-start-2 row-start-2 px-1">
          <ButtonPrice price={price ?? null} />
        </span>
      )}
    </div>
  );
}
