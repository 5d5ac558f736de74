/** The panel beside the large picture: prompt, price, actions and lineage. */
import type { ReactNode } from 'react';
import { isInProgress, type Task } from '../../data/tasks/tasks.ts';
import { RelativeTime, CopyButton } from '../../ui/formatted-values.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { formatSeconds } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { ActionButtons } from '../actions/action-buttons.tsx';
import { EndNote } from '../actions/outcome-note.tsx';
import { Lineage } from '../lineage/lineage.tsx';
import { PayerNote } from '../actions/acting-token-note.tsx';
import { PaidAmount } from '../price.tsx';
import { Progress } from '../progress.tsx';
import { PromptWords } from '../prompts/prompt-interpretation.tsx';
import { PromptView } from '../prompts/prompt-view.tsx';
import { RowFooter } from '../rows/row-footer.tsx';
import { TileButtons } from '../actions/tile-buttons.tsx';
import type { Place } from '../tiles.ts';
import type { TaskActions } from '../actions/use-task-actions.ts';
import { useLineage } from '../lineage/use-lineage.ts';
import type { Presser } from '../actions/use-press.ts';
import { pictureMessages } from '../messages.ts';

interface DetailsProps {
  readonly n: number;
  readonly presser: Presser;
  readonly actions: TaskActions;
  readonly onShow: (place: Place) => void;
  readonly onUsePrompt?: ((task: Task) => void) | undefined;
}

export function LightboxDetails({ n, presser, actions, onShow, onUsePrompt }: DetailsProps) {
  const { task } = presser;
  const lineage = useLineage(task);
  return (
    <aside className="flex w-full shrink-0 flex-col gap-5 bg-surface p-4 text-text md:w-80 md:overflow-y-auto">
      <PromptView task={task} isWhole />
      <PromptWords task={task} />
      {isInProgress(task) ? (
        <Progress task={task} onCancel={() => void actions.cancel(task)} />
      ) : (
        <EndNote task={task} actions={actions} />
      )}
      <RowFooter {...{ task, presser, actions, onUsePrompt }} n={n} />
      {task.buttons.length > 0 && <PayerNote task={task} payer={presser.payer} />}
      <TileButtons {...{ task, n, presser }} />
      <ActionButtons {...{ task, presser }} />
      <ErrorNote error={presser.error} />
      <Facts task={task} />
      {lineage && <Lineage task={task} lineage={lineage} onOpen={onShow} />}
    </aside>
  );
}

function Facts({ task }: { readonly task: Task }) {
  const t = useMessages(pictureMessages);
  const ui = useMessages(uiMessages);
  const { width, height, seconds, seed, price } = task;
  return (
    <dl className="grid gap-1 text-sm">
      {seed && (
        <Fact name={t.seed}>
          {seed}
          <CopyButton text={seed} />
        </Fact>
      )}
      <Fact name={t.model}>{task.model}</Fact>
      <Fact name={t.tier}>{ui.tier[task.tier]}</Fact>
      {width !== null && (
        <Fact name={t.size}>
          {width} × {height}
        </Fact>
      )}
      {seconds !== null && <Fact name={t.duration}>{formatSeconds(seconds)}</Fact>}
      <Fact name={t.cost}>
        <PaidAmount amount={price.charged ?? price.amount} />
      </Fact>
      <Fact name={t.made}>
        <RelativeTime time={task.finished ?? task.created} />
      </Fact>
      {task.expires && (
        <Fact name={t.expiry}>
          <RelativeTime time={task.expires} />
        </Fact>
      )}
      <Fact name={t.token}>{task.token.name}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-6 items-center justify-between gap-3">
      <dt className="text-muted">{name}</dt>
      <dd className="tabular inline-flex min-w-0 items-center gap-1 truncate">{children}</dd>
    </div>
  );
}
