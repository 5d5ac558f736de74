/** The task table: virtualized rows with a sticky header. */
import { Link } from '@tanstack/react-router';
import { memo, useState, type MouseEvent } from 'react';
import type { Task } from '../../data/tasks/tasks.ts';
import { classes } from '../../ui/class-names.ts';
import { RelativeTime } from '../../ui/formatted-values.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { PriceCell, StateCell, Thumb, DurationCell } from './task-cells.tsx';
import type { Rows } from './use-rows.ts';
import { taskMessages } from './messages.ts';

export interface TaskListProps {
  readonly tasks: readonly Task[];
  readonly rows: Rows;
  readonly isDense: boolean;
  /** The list includes tasks of other accounts. */
  readonly hasAccounts: boolean;
  readonly openId: string | undefined;
  readonly chosenIds: ReadonlySet<string>;
  readonly onOpen: (id: string) => void;
  /** `isRange`: selects the range from the last selected task. */
  readonly onChoose: (index: number, isRange: boolean) => void;
  readonly onChooseAll: () => void;
}

const headLook =
  'sticky top-12 z-10 h-8 border-b border-line bg-surface px-2 text-left font-medium whitespace-nowrap text-muted first:rounded-tl-lg last:rounded-tr-lg';

export function TaskTable(props: TaskListProps) {
  const { tasks, rows, hasAccounts, chosenIds, openId, isDense } = props;
  const t = useMessages(taskMessages);
  const { box, visibleRows, before, after } = rows;
  const width = hasAccounts ? 10 : 9;
  return (
    <table
      aria-label={t.table}
      aria-rowcount={tasks.length + 1}
      className="card w-full table-fixed border-separate border-spacing-0 text-sm"
    >
      <Head {...props} />
      <tbody ref={box}>
        <Spacer height={before} width={width} />
        {visibleRows.map(({ index }) => {
          const task = tasks[index];
          return (
            task && (
              <Row
                key={task.id}
                {...{ task, index, hasAccounts, isDense }}
                isOpen={task.id === openId}
                isChosen={chosenIds.has(task.id)}
                onOpen={props.onOpen}
                onChoose={props.onChoose}
              />
            )
          );
        })}
        <Spacer height={after} width={width} />
      </tbody>
    </table>
  );
}

function Head({ tasks, chosenIds, hasAccounts, onChooseAll }: TaskListProps) {
  const t = useMessages(taskMessages);
  const column = (label: string, columnClass: string) => (
    <th scope="col" className={classes(headLook, columnClass)}>
      {label}
    </th>
  );
  return (
    <thead>
      <tr>
        <th scope="col" className={classes(headLook, 'w-9')}>
          <input
            type="checkbox"
            aria-label={t.pickAll}
            className="size-4 align-middle accent-(--accent)"
            checked={tasks.length > 0 && chosenIds.size >= tasks.length}
            onChange={onChooseAll}
          />
        </th>
        <th scope="col" className={classes(headLook, 'w-12 px-0')}>
          <span className="sr-only">{t.columns.picture}</span>
        </th>
        {column(t.columns.prompt, '')}
        {column(t.state, 'w-36')}
        {column(t.model, 'w-32 max-lg:hidden')}
        {column(t.tier, 'w-16 max-xl:hidden')}
        {column(t.token, 'w-30 max-xl:hidden')}
        {hasAccounts && column(t.account, 'w-28 max-lg:hidden')}
        {column(t.columns.price, 'w-18 text-right')}
        {column(t.columns.created, 'w-28 text-right max-md:hidden')}
        {column(t.columns.took, 'w-28 text-right max-lg:hidden')}
      </tr>
    </thead>
  );
}

function Spacer({ height, width }: { readonly height: number; readonly width: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={width} style={{ height, padding: 0 }} />
    </tr>
  );
}

interface RowProps extends Pick<TaskListProps, 'isDense' | 'hasAccounts' | 'onOpen' | 'onChoose'> {
  readonly task: Task;
  readonly index: number;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
}

const cellLook = 'overflow-hidden border-b border-line px-2 text-ellipsis whitespace-nowrap';

/** A row is highlighted for a moment when its task changes, but not when it scrolls into view. */
const Row = memo(function Row(props: RowProps) {
  const { task, index, isOpen, isChosen, isDense, hasAccounts, onOpen } = props;
  const ui = useMessages(uiMessages);
  const [lastSeen, setLastSeen] = useState({ change: task.change, times: 0 });
  if (lastSeen.change !== task.change) setLastSeen({ change: task.change, times: lastSeen.times + 1 });
  const open = (event: MouseEvent) => {
    const isOwn = event.target instanceof Element && event.target.closest('a, button, input');
    if (!isOwn) onOpen(task.id);
  };
  return (
    <tr
      aria-rowindex={index + 2}
      aria-current={isOpen || undefined}
      onClick={open}
      className={classes(
        'cursor-pointer hover:bg-raised',
        isOpen ? 'bg-raised' : isChosen && 'bg-accent-soft',
        isDense ? 'h-9' : 'h-11',
        lastSeen.times > 0 &&
          (lastSeen.times % 2 === 1
            ? 'animate-[tint_1200ms_ease-out]'
            : 'animate-[tint-again_1200ms_ease-out]'),
      )}
    >
      <LeadingCells {...props} />
      <td className={cellLook}>
        <StateCell task={task} />
      </td>
      <td className={classes(cellLook, 'max-lg:hidden')} title={task.model}>
        {task.model_name}
      </td>
      <td className={classes(cellLook, 'max-xl:hidden')}>{ui.tier[task.tier]}</td>
      <td className={classes(cellLook, 'max-xl:hidden')} title={task.token.name}>
        {task.token.name}
      </td>
      {hasAccounts && (
        <td className={classes(cellLook, 'max-lg:hidden')} title={task.account_name}>
          {task.account_name}
        </td>
      )}
      <td className={classes(cellLook, 'text-right')}>
        <PriceCell task={task} />
      </td>
      <td className={classes(cellLook, 'text-right max-md:hidden')}>
        <RelativeTime time={task.created} />
      </td>
      <td className={classes(cellLook, 'text-right max-lg:hidden')}>
        <DurationCell task={task} />
      </td>
    </tr>
  );
});

function LeadingCells({ task, index, isChosen, isDense, onChoose }: RowProps) {
  const t = useMessages(taskMessages);
  const ui = useMessages(uiMessages);
  const name = task.prompt ?? ui.action[task.action];
  return (
    <>
      <td className={classes(cellLook, 'p-0 text-center')}>
        <label className="grid h-full min-h-8 place-items-center">
          <input
            type="checkbox"
            aria-label={t.pick(name)}
            className="size-4 accent-(--accent)"
            checked={isChosen}
            onChange={event => onChoose(index, (event.nativeEvent as PointerEvent).shiftKey)}
          />
        </label>
      </td>
      <td className={classes(cellLook, 'px-0')}>
        <Thumb task={task} className={isDense ? 'h-7 w-10' : 'h-9 w-12'} />
      </td>
      <td className={cellLook}>
        <Link
          to="."
          search={(before: object) => ({ ...before, open: task.id })}
          replace
          resetScroll={false}
          title={name}
          className={classes(
            'no-underline hover:underline',
            // Two lines, if the row is tall enough.
            isDense ? 'block truncate' : 'line-clamp-2 whitespace-normal wrap-anywhere',
            task.prompt ? 'text-text' : 'text-muted',
          )}
        >
          {name}
        </Link>
      </td>
    </>
  );
}
