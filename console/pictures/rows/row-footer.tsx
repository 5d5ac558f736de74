/** The actions on a whole task: re-roll, vary all, use the prompt, download, star, delete. */
import { useNavigate } from '@tanstack/react-router';
import { Download, FolderPlus, Info, RefreshCw, Star, Trash, WandSparkles } from '../../icons/icons.ts';
import { isEnded, type Task, type TaskButton } from '../../data/tasks/tasks.ts';
import { sumAmounts } from '../../data/amounts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { CopyButton, Money } from '../../ui/formatted-values.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { findButton } from '../actions/buttons.ts';
import { CollectionMenu } from '../collections/collection-menu.tsx';
import { CompareToggle } from '../tiles/compare-toggle.tsx';
import { ButtonPrice } from '../price.tsx';
import { saveOutput } from '../downloads/save-output.ts';
import { listTiles } from '../tiles.ts';
import { useStarTitle } from '../actions/star-title.ts';
import type { TaskActions } from '../actions/use-task-actions.ts';
import type { Presser } from '../actions/use-press.ts';
import { pictureMessages } from '../messages.ts';

export interface RowFooterProps {
  readonly task: Task;
  readonly presser: Presser;
  readonly actions: TaskActions;
  readonly onUsePrompt?: ((task: Task) => void) | undefined;
  /** Set for a single picture, which can be selected to compare. */
  readonly n?: number;
}

export function RowFooter({ task, presser, actions, onUsePrompt, n }: RowFooterProps) {
  const t = useMessages(pictureMessages);
  const navigate = useNavigate();
  const starTitle = useStarTitle(task.starred);
  const text = task.prompt ?? task.final_prompt ?? '';
  return (
    <div className="flex flex-wrap items-center gap-x-0.5 gap-y-1">
      <Spending task={task} presser={presser} />
      {onUsePrompt && text && (
        <Button kind="quiet" size="s" onClick={() => onUsePrompt(task)}>
          {t.usePrompt}
        </Button>
      )}
      {/* Wrapped as one unit, so that no single button ends up on a line of its own. */}
      <span className="inline-flex items-center gap-x-0.5">
        {text && <CopyButton text={text} label={t.copyPrompt} />}
        {task.state === 'succeeded' && !task.expired && <DownloadMenu task={task} actions={actions} />}
        {task.state === 'succeeded' && (
          <IconButton
            size="s"
            icon={Star}
            pressed={task.starred}
            label={task.starred ? t.unstar : t.star}
            title={starTitle}
            onClick={() => void actions.star([task], !task.starred)}
          />
        )}
        {task.state === 'succeeded' && (
          <CollectionMenu
            tasks={[task]}
            trigger={triggerProps => (
              <IconButton
                size="s"
                icon={FolderPlus}
                pressed={task.collections.length > 0}
                label={t.addToCollection}
                {...triggerProps}
              />
            )}
          />
        )}
        {n !== undefined && task.state === 'succeeded' && <CompareToggle place={{ task: task.id, n }} />}
        <IconButton
          size="s"
          icon={Info}
          label={t.details}
          onClick={() => void navigate({ to: `/task/${task.id}` })}
        />
        {isEnded(task) && (
          <IconButton size="s" icon={Trash} label={t.delete} onClick={() => void actions.remove([task])} />
        )}
      </span>
    </div>
  );
}

function Spending({ task, presser }: Pick<RowFooterProps, 'task' | 'presser'>) {
  const t = useMessages(pictureMessages);
  const reroll = findButton(task, 'reroll');
  const variations = task.buttons.filter(({ kind }) => kind === 'variation');
  return (
    <>
      {reroll && (
        <Button
          size="s"
          icon={RefreshCw}
          busy={presser.busy.has(reroll.id)}
          onClick={() => void presser.press(reroll)}
        >
          {t.reroll}
          <ButtonPrice price={reroll.price} />
        </Button>
      )}
      {variations.length > 1 && <VaryAll variations={variations} presser={presser} />}
    </>
  );
}

function VaryAll({
  variations,
  presser,
}: {
  readonly variations: readonly TaskButton[];
  readonly presser: Presser;
}) {
  const t = useMessages(pictureMessages);
  const prices = variations.flatMap(({ price }) => (price === null ? [] : [price]));
  // Undefined means one of them is unknown.
  const total = prices.length === variations.length ? sumAmounts(prices) : undefined;
  return (
    <Popover
      label={t.varyAll}
      className="w-72 p-3!"
      trigger={triggerProps => (
        <Button size="s" icon={WandSparkles} {...triggerProps}>
          {t.varyAll}…
        </Button>
      )}
    >
      {close => (
        <div className="grid gap-2">
          <p className="text-sm text-muted">{t.varyAllHint}</p>
          {[false, true].map(strong => (
            <Button
              key={String(strong)}
              onClick={() => {
                close();
                for (const button of variations) void presser.press(button, strong ? { strong } : {});
              }}
            >
              {strong ? t.varyAllStrongly : t.varyAllSubtly}
              <Money amount={total} />
            </Button>
          ))}
        </div>
      )}
    </Popover>
  );
}

function DownloadMenu({ task, actions }: Pick<RowFooterProps, 'task' | 'actions'>) {
  const t = useMessages(pictureMessages);
  const tiles = listTiles(task);
  const [onlyTile] = tiles;
  if (!onlyTile) return null;
  if (tiles.length === 1)
    return (
      <IconButton size="s" icon={Download} label={t.download} onClick={() => actions.download(task, 1)} />
    );
  const { sheet } = task;
  return (
    <Popover
      label={t.download}
      trigger={triggerProps => <IconButton size="s" icon={Download} label={t.download} {...triggerProps} />}
    >
      {close => {
        const item = (key: string, label: string, act: () => void) => (
          <Button
            key={key}
            kind="quiet"
            className="w-full justify-start!"
            onClick={() => {
              close();
              act();
            }}
          >
            {label}
          </Button>
        );
        return (
          <div className="grid">
            {item('zip', sheet ? t.downloadPictures : t.downloadZip, () => actions.downloadAll([task.id]))}
            {sheet && item('grid', t.downloadGrid, () => void saveOutput(task, sheet, 'grid'))}
            {tiles.map(({ n, kind }) =>
              item(String(n), kind === 'clip' ? t.downloadClip(n) : t.downloadOne(n), () =>
                actions.download(task, n),
              ),
            )}
          </div>
        );
      }}
    </Popover>
  );
}
