/** The details of a task, for the side panel and the task's page. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useUser } from '../../data/session.ts';
import { taskQuery, type TaskDetail } from '../../data/tasks/tasks.ts';
import { RawJson } from '../../ui/code/raw-json.tsx';
import { CopyButton, RelativeTime } from '../../ui/formatted-values.tsx';
import { ErrorNote, Skeleton } from '../../ui/page-states.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { PromptWords } from '../../pictures/prompts/prompt-interpretation.tsx';
import { describeAction } from '../../pictures/actions/button-labels.ts';
import { pictureMessages } from '../../pictures/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { detailMessages } from './detail/messages.ts';
import { ExpiryFact, ExpiryWarning } from './detail/expiry-fact.tsx';
import { TaskActions } from './detail/task-actions.tsx';
import { TaskDeliveries } from './detail/task-deliveries.tsx';
import { RelatedTasks } from './related-tasks.tsx';
import { Fact, Facts, Part } from './detail/task-facts.tsx';
import { TaskLifeLine } from './detail/task-timeline.tsx';
import { TaskMedia } from './task-media.tsx';
import { TaskMoney } from './detail/task-cost.tsx';
import { taskMessages } from './messages.ts';

interface DetailsProps {
  readonly id: string;
  /** Shows another task in the same place. */
  readonly onOpen: (id: string) => void;
  readonly onDeleted: (ids: readonly string[]) => void;
}

export function TaskDetails({ id, onOpen, onDeleted }: DetailsProps) {
  const { data: task, error, refetch } = useQuery(taskQuery(id));
  if (error && !task) return <ErrorNote error={error} onRetry={() => refetch()} />;
  if (!task) return <Loading />;
  return (
    <div className="@container grid gap-6">
      <div className="grid items-start gap-6 @3xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-4">
          <TaskMedia task={task} />
          <ExpiryWarning task={task} />
          <TaskActions task={task} onOpen={onOpen} onDeleted={onDeleted} />
          <Fault task={task} />
          <Wait task={task} />
          <Words task={task} />
        </div>
        <div className="grid min-w-0 gap-6">
          <TaskLifeLine task={task} />
          <TaskMoney task={task} />
          <TaskOwner task={task} />
          <TaskRequest task={task} />
        </div>
      </div>
      <RelatedTasks task={task} onOpen={onOpen} />
      <TaskDeliveries task={task} />
      <RawJson value={task} />
    </div>
  );
}

function Loading() {
  const t = useMessages(detailMessages);
  return (
    <div className="grid gap-4" role="status">
      <span className="sr-only">{t.loading}</span>
      <Skeleton className="aspect-video" />
      <Skeleton className="h-9 w-2/3" />
      <Skeleton className="h-40" />
    </div>
  );
}

/** The error, and that it was not charged. */
function Fault({ task: { error, price } }: { readonly task: TaskDetail }) {
  const t = useMessages(detailMessages);
  if (!error) return null;
  return (
    <div role="alert" className="rounded-md border border-bad p-3">
      <p className="font-medium wrap-anywhere text-bad">{error.message}</p>
      <p className="mt-1 text-sm text-muted">
        {price.charged === null || price.state === 'released' ? t.notCharged : null}{' '}
        <code className="font-mono text-xs">{error.code}</code>
      </p>
    </div>
  );
}

/** Shows why no engine accepts the task. */
function Wait({ task: { waits } }: { readonly task: TaskDetail }) {
  const t = useMessages(detailMessages);
  if (!waits) return null;
  return (
    <section aria-label={t.waits} className="rounded-md border border-warn p-3">
      <p className="font-medium wrap-anywhere">{waits.message}</p>
      {waits.engines.length > 0 && (
        <ul className="mt-1 text-sm text-muted">
          {waits.engines.map(({ engine, why, until }) => (
            <li key={engine} className="wrap-anywhere">
              {engine}: {why} {until && <RelativeTime time={until} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Words({ task }: { readonly task: TaskDetail }) {
  const t = useMessages(detailMessages);
  const isOther = task.final_prompt !== null && task.final_prompt !== task.prompt;
  return (
    <>
      {task.prompt && <Text title={t.prompt} text={task.prompt} />}
      <PromptWords task={task} />
      {task.ignored && (
        <p className="text-sm text-warn wrap-anywhere">{t.ignored(task.ignored.join(', '))}</p>
      )}
      {isOther && <Text title={t.finalPrompt} text={task.final_prompt ?? ''} isMono />}
      {task.texts.length > 0 && (
        <Part title={t.texts}>
          <ul className="grid gap-2">
            {task.texts.map(text => (
              <li key={text} className="card flex items-start gap-1 p-2">
                <span className="min-w-0 flex-1 wrap-anywhere">{text}</span>
                <CopyButton text={text} />
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

function Text({ title, text, isMono }: { title: string; text: string; isMono?: boolean }) {
  return (
    <Part title={title} actions={<CopyButton text={text} />}>
      <p
        className={
          isMono
            ? 'font-mono text-sm whitespace-pre-wrap text-muted wrap-anywhere'
            : 'whitespace-pre-wrap wrap-anywhere'
        }
      >
        {text}
      </p>
    </Part>
  );
}

function TaskOwner({ task }: { readonly task: TaskDetail }) {
  const t = useMessages(detailMessages);
  return (
    <Part title={t.whose}>
      <Facts>
        <Fact name={t.ids}>
          <CopyableText text={task.id} />
        </Fact>
        <Fact name={t.account}>{task.account_name}</Fact>
        <Fact name={t.user}>{task.user?.name ?? t.noUser}</Fact>
        <Fact name={t.token}>{task.token.name}</Fact>
        <EndUser task={task} />
        {task.client !== null && <Fact name={t.agent}>{task.client}</Fact>}
      </Facts>
    </Part>
  );
}

/** Links to the other tasks of the end user. */
function EndUser({ task: { end_user: endUser, account } }: { readonly task: TaskDetail }) {
  const t = useMessages(taskMessages);
  const ownAccount = useUser().account;
  if (endUser === null) return null;
  const search = { end_user: endUser, ...(account !== ownAccount && { scope: 'all', account }) };
  return (
    <Fact name={t.endUser}>
      <Link to="/tasks" search={search} title={t.tasksLabel(endUser)}>
        {endUser}
      </Link>
    </Fact>
  );
}

function CopyableText({ text }: { readonly text: string }): ReactNode {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="min-w-0 truncate font-mono text-xs" title={text}>
        {text}
      </code>
      <CopyButton text={text} />
    </span>
  );
}

/** The parameters of the task. */
function TaskRequest({ task }: { readonly task: TaskDetail }) {
  const t = useMessages(detailMessages);
  const ui = useMessages(uiMessages);
  const names = useMessages(taskMessages);
  const pictures = useMessages(pictureMessages);
  const otherParameters = Object.entries(task.parameters).filter(
    ([name, value]) => value !== null && value !== '' && name !== 'seed',
  );
  return (
    <Part title={t.parameters}>
      <Facts>
        <Fact name={names.model}>
          <span title={task.model}>{task.model_name}</span>
        </Fact>
        <Fact name={t.action}>
          <span>
            {task.button
              ? describeAction({ button: task.button, action: task.action }, pictures)
              : ui.action[task.action]}
          </span>
        </Fact>
        {task.width !== null && task.height !== null && (
          <Fact name={t.size}>
            <span className="tabular">
              {task.width} × {task.height}
            </span>
          </Fact>
        )}
        {task.seed && (
          <Fact name={t.seed}>
            <CopyableText text={task.seed} />
          </Fact>
        )}
        {otherParameters.map(([name, value]) => (
          <Fact key={name} name={<code className="font-mono text-xs">{name}</code>}>
            {String(value)}
          </Fact>
        ))}
        {task.expires && !task.expired && (
          <Fact name={t.expires}>
            <ExpiryFact task={task} />
          </Fact>
        )}
      </Facts>
    </Part>
  );
}
