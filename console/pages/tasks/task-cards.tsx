/** The task list on phones: a card per task. */
import { memo } from 'react';
import type { Task } from '../../data/tasks/tasks.ts';
import { classes } from '../../ui/class-names.ts';
import { RelativeTime } from '../../ui/formatted-values.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { PriceCell, StateCell, Thumb } from './task-cells.tsx';
import type { TaskListProps } from './task-table.tsx';
import { taskMessages } from './messages.ts';

export const cardHeight = 92;

export function TaskCards({ tasks, rows, chosenIds, openId, onOpen, onChoose }: TaskListProps) {
  const t = useMessages(taskMessages);
  const { box, visibleRows, total } = rows;
  return (
    <ul ref={box} aria-label={t.table} className="relative" style={{ height: total }}>
      {visibleRows.map(({ index, start }) => {
        const task = tasks[index];
        return (
          task && (
            <li
              key={task.id}
              className="absolute inset-x-0 top-0"
              style={{ height: cardHeight, transform: `translateY(${start}px)` }}
            >
              <Card
                {...{ task, index, onOpen, onChoose }}
                isOpen={task.id === openId}
                isChosen={chosenIds.has(task.id)}
              />
            </li>
          )
        );
      })}
    </ul>
  );
}

interface CardProps extends Pick<TaskListProps, 'onOpen' | 'onChoose'> {
  readonly task: Task;
  readonly index: number;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
}

const Card = memo(function Card({ task, index, isOpen, isChosen, onOpen, onChoose }: CardProps) {
  const t = useMessages(taskMessages);
  const ui = useMessages(uiMessages);
  const name = task.prompt ?? ui.action[task.action];
  return (
    <div
      className={classes(
        'card relative flex h-21 items-center gap-3 pr-1 pl-3',
        isOpen && 'bg-raised',
        isChosen && 'bg-accent-soft',
      )}
    >
      <Thumb task={task} className="size-14" />
      <div className="min-w-0 flex-1 text-sm">
        <button
          type="button"
          className="block w-full truncate text-left font-medium after:absolute after:inset-0"
          onClick={() => onOpen(task.id)}
        >
          {name}
        </button>
        <StateCell task={task} />
        <span className="mt-1 flex justify-between gap-3 text-muted">
          <RelativeTime time={task.created} />
          <PriceCell task={task} />
        </span>
      </div>
      <label className="relative grid size-11 shrink-0 place-items-center">
        <input
          type="checkbox"
          aria-label={t.pick(name)}
          className="size-5 accent-(--accent)"
          checked={isChosen}
          onChange={() => onChoose(index, false)}
        />
      </label>
    </div>
  );
});
