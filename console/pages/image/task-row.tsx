/** A plain stand-in for the row of a task. */
import type { Task } from '../../data/tasks.ts';
import { StateBadge } from '../../ui/state-badge.tsx';

export function TaskRow({ task, onUsePrompt }: { task: Task; onUsePrompt?: (task: Task) => void }) {
  return (
    <article className="grid gap-x-6 gap-y-3 border-b border-line py-5 lg:grid-cols-[minmax(200px,280px)_minmax(0,1fr)]">
      <div className="grid content-start gap-2">
        <button type="button" className="text-left" onClick={() => onUsePrompt?.(task)}>
          {task.prompt ?? task.texts[0]}
        </button>
        <StateBadge state={task.state} progress={task.progress} />
      </div>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {task.cells.map(cell => (
          <img key={cell.url} src={cell.thumbnail} alt="" className="w-full rounded-lg" />
        ))}
        {task.texts.map(text => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </article>
  );
}
