/** A task of pictures or clips as a row: the prompt on the left, the results on the right. */
import { memo, useState } from 'react';
import { isEnded, isInProgress, type Task } from '../../data/tasks/tasks.ts';
import { classes } from '../../ui/class-names.ts';
import { RelativeTime, Money } from '../../ui/formatted-values.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { EndNote } from '../actions/outcome-note.tsx';
import { Expires } from '../expires.tsx';
import { ModalDialog } from '../modals/modal-dialog.tsx';
import { useComparedPlaces, useLightboxPlace } from '../view-address.ts';
import { PayerNote } from '../actions/acting-token-note.tsx';
import { PaidAmount } from '../price.tsx';
import { Progress } from '../progress.tsx';
import { PromptView } from '../prompts/prompt-view.tsx';
import { RowFooter } from './row-footer.tsx';
import { Texts } from '../actions/text-results.tsx';
import { TileView } from '../tiles/tile.tsx';
import { TileTools } from '../tiles/tile-tools.tsx';
import { listTiles } from '../tiles.ts';
import { useTaskActions, type TaskActions } from '../actions/use-task-actions.ts';
import type { Presser } from '../actions/use-press.ts';
import { useRowPress } from '../actions/use-row-press.ts';
import { useTileKeys } from '../keys/use-tile-keys.ts';
import { describeAction } from '../actions/button-labels.ts';
import { pictureMessages } from '../messages.ts';

interface TaskRowProps {
  readonly task: Task;
  /** Absent if the page has no prompt field. */
  readonly onUsePrompt?: (task: Task) => void;
}

/** The page must have a `<Lightbox>`, which also shows the notices. */
export const TaskRow = memo(function TaskRow({ task: listedTask, onUsePrompt }: TaskRowProps) {
  const t = useMessages(pictureMessages);
  const presser = useRowPress(listedTask);
  const { task } = presser;
  const actions = useTaskActions();
  const isWaiting = task.state === 'waiting';
  return (
    <article
      data-picture-row={task.id}
      data-task={task.id}
      className="grid gap-x-6 gap-y-3 border-b border-line py-5 lg:grid-cols-[minmax(220px,300px)_minmax(0,1fr)]"
    >
      <div className="flex min-w-0 flex-col gap-2">
        {task.button && (
          <p className="text-xs text-muted">
            {t.by(describeAction({ button: task.button, action: task.action }, t))}
          </p>
        )}
        <PromptView task={task} />
        <Meta task={task} />
        <div className="max-lg:hidden">
          <RowFooter {...{ task, presser, actions, onUsePrompt }} />
        </div>
      </div>
      <div className="min-w-0">
        {isEnded(task) && <EndNote task={task} actions={actions} />}
        {isWaiting && (
          <EndNote task={task} actions={actions} onAnswer={() => presser.setModal(modalTasks(task))} />
        )}
        <Tiles {...{ task, presser, actions }} />
        {isInProgress(task) && <Progress task={task} onCancel={() => void actions.cancel(task)} />}
        <Texts {...{ task, presser, onUsePrompt }} />
        {task.buttons.length > 0 && <PayerNote task={task} payer={presser.payer} />}
        <ErrorNote error={presser.error} className="mt-2" />
      </div>
      <div className="lg:hidden">
        <RowFooter {...{ task, presser, actions, onUsePrompt }} />
      </div>
      <ModalDialog presser={presser} />
    </article>
  );
});

/** The waiting task names its button; the dialog reads the parent's picture. */
function modalTasks(task: Task) {
  return { waiting: task, parent: undefined, button: undefined, isFresh: false };
}

function Meta({ task }: { readonly task: Task }) {
  const t = useMessages(uiMessages);
  const pictureTexts = useMessages(pictureMessages);
  const { charged: chargedAmount, amount, state } = task.price;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs text-muted [&>*+*]:before:mr-2 [&>*+*]:before:content-['·']">
      <span>{task.model}</span>
      <span>{t.tier[task.tier]}</span>
      <RelativeTime time={task.created} />
      <Expires task={task} />
      {task.state === 'succeeded' && <PaidAmount amount={chargedAmount} />}
      {state === 'held' && task.state !== 'waiting' && (
        <span>
          <Money amount={amount} /> {pictureTexts.held}
        </span>
      )}
    </p>
  );
}

interface TilesProps {
  readonly task: Task;
  readonly presser: Presser;
  readonly actions: TaskActions;
}

function Tiles({ task, presser, actions }: TilesProps) {
  const { open } = useLightboxPlace();
  const comparedPlaces = useComparedPlaces();
  const [entry, setEntry] = useState(1);
  const onKeyDown = useTileKeys({
    task,
    presser,
    actions,
    picks: comparedPlaces,
    open: (n, from) => open({ task: task.id, n }, from),
  });
  const isGone = isEnded(task) && (task.state !== 'succeeded' || task.expired);
  const tiles = isGone || task.state === 'waiting' ? [] : listTiles(task);
  if (tiles.length === 0) return null;
  const isSingle = tiles.length === 1;
  return (
    <div className={classes(isSingle && 'flex flex-wrap items-start gap-x-6 gap-y-3')} onKeyDown={onKeyDown}>
      <div
        className={classes(
          isSingle ? 'w-full max-w-80 shrink-0' : 'grid grid-cols-2 gap-2 sm:grid-cols-4',
          isSingle && isWide(task) && 'max-w-110!',
        )}
      >
        {tiles.map(tile => (
          <div key={tile.n} className="min-w-0">
            <TileView
              {...{ task, tile }}
              isPicked={comparedPlaces.has({ task: task.id, n: tile.n })}
              isEntry={tile.n === entry}
              onOpen={from => open({ task: task.id, n: tile.n }, from)}
              onFocus={() => setEntry(tile.n)}
            />
            <TileTools
              {...{ task, tile }}
              busy={presser.busy}
              onPress={button => void presser.press(button)}
            />
          </div>
        ))}
      </div>
      {(isSingle || task.clips.length > 0) && (
        <div className={isSingle ? 'min-w-60 flex-1' : 'mt-3'}>
          <ActionButtons task={task} presser={presser} />
        </div>
      )}
    </div>
  );
}

function isWide({ width, height }: Task): boolean {
  return width !== null && height !== null && width > height * 1.4;
}
