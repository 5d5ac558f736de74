/** Beside the large picture: what was asked, what it cost, what can be made of it, and its family. */
import type { ReactNode } from 'react';
import { isUnderWay, type Task } from '../data/tasks.ts';
import { Ago, CopyButton } from '../ui/show.tsx';
import { ErrorNote } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { formatSeconds } from '../words/format.ts';
import { useWords } from '../words/words.ts';
import { ActionButtons } from './action-buttons.tsx';
import { EndNote } from './end-note.tsx';
import { Lineage } from './lineage.tsx';
import { Paid } from './price.tsx';
import { Progress } from './progress.tsx';
import { PromptView } from './prompt-view.tsx';
import { RowFooter } from './row-footer.tsx';
import { TileButtons } from './tile-buttons.tsx';
import type { Place } from './tiles.ts';
import type { Deeds } from './use-deeds.ts';
import { useLineage } from './use-lineage.ts';
import type { Presser } from './use-press.ts';
import { pictureWords } from './words.ts';

interface DetailsProps {
  readonly task: Task;
  readonly n: number;
  readonly presser: Presser;
  readonly deeds: Deeds;
  readonly onTurn: (place: Place) => void;
  readonly onUsePrompt?: ((task: Task) => void) | undefined;
}

export function LightboxDetails({ task, n, presser, deeds, onTurn, onUsePrompt }: DetailsProps) {
  const lineage = useLineage(task);
  return (
    <aside className="flex w-full shrink-0 flex-col gap-5 bg-surface p-4 text-text md:w-80 md:overflow-y-auto">
      <PromptView task={task} isWhole />
      {isUnderWay(task) ? (
        <Progress task={task} onCancel={() => void deeds.cancel(task)} />
      ) : (
        <EndNote task={task} deeds={deeds} />
      )}
      <RowFooter {...{ task, presser, deeds, onUsePrompt }} n={n} />
      <TileButtons {...{ task, n, presser }} />
      <ActionButtons {...{ task, presser }} />
      <ErrorNote error={presser.error} />
      <Facts task={task} />
      {lineage && <Lineage task={task} lineage={lineage} onOpen={onTurn} />}
    </aside>
  );
}

function Facts({ task }: { readonly task: Task }) {
  const t = useWords(pictureWords);
  const ui = useWords(uiWords);
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
        <Paid amount={price.charged ?? price.amount} />
      </Fact>
      <Fact name={t.made}>
        <Ago time={task.finished ?? task.created} />
      </Fact>
      {task.expires && (
        <Fact name={t.keptUntil}>
          <Ago time={task.expires} />
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
