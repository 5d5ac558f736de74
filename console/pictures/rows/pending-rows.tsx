/** Requests without a response yet, as placeholder rows with their price. */
import { Money } from '../../ui/formatted-values.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { PromptView } from '../prompts/prompt-view.tsx';
import { Bar } from '../progress.tsx';
import { countOutputs, tileSize } from '../tiles.ts';
import { pressesInProgress, type PressInProgress } from '../actions/use-press.ts';
import { fullButtonName } from '../actions/button-labels.ts';
import { pictureMessages } from '../messages.ts';

/** Shown above the rows of a page. */
export function PendingRows() {
  return pressesInProgress.use().map(pressing => <PendingRow key={pressing.key} pressing={pressing} />);
}

function PendingRow({ pressing: { task, button } }: { readonly pressing: PressInProgress }) {
  const t = useMessages(pictureMessages);
  const count = button.kind === 'select' || button.kind === 'enhance' ? 1 : Math.max(4, countOutputs(task));
  const { width, height } = tileSize(task);
  return (
    <div
      aria-hidden
      data-pending-row
      className="grid gap-x-6 gap-y-3 border-b border-line py-5 lg:grid-cols-[minmax(220px,300px)_minmax(0,1fr)]"
    >
      <div className="flex min-w-0 flex-col gap-2 opacity-70">
        <p className="text-xs text-muted">{t.by(fullButtonName(button, t))}</p>
        <PromptView task={task} />
        <p className="text-xs text-muted">
          {t.sent} {button.price !== null && <Money amount={button.price} />}
        </p>
      </div>
      <div>
        <div className={count === 1 ? 'max-w-80' : 'grid grid-cols-2 gap-2 sm:grid-cols-4'}>
          {Array.from({ length: count }, (_, index) => (
            <div
              key={index}
              className="rounded-lg bg-raised"
              style={{ aspectRatio: `${width} / ${height}` }}
            />
          ))}
        </div>
        <div className="mt-2">
          <Bar name={t.sent} isMoving />
        </div>
      </div>
    </div>
  );
}
