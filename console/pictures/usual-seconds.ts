/** How long a task of a model usually takes, from tasks that were seen to end. */
import type { Task } from '../data/tasks.ts';

type Seen = Pick<Task, 'id' | 'model' | 'action' | 'state' | 'started' | 'finished'>;

/** Fewer say nothing. */
const least = 3;
/** The newest; older ones may have been made elsewhere. */
const most = 40;

/** The middle half; undefined: too few were seen. */
export function usualSeconds(
  tasks: readonly Seen[],
  { model, action }: Pick<Task, 'model' | 'action'>,
): { readonly from: number; readonly to: number } | undefined {
  const alike = new Map(
    tasks
      .filter(task => task.model === model && task.action === action && task.state === 'succeeded')
      .map(task => [task.id, task]),
  );
  const took = [...alike.values()]
    .slice(0, most)
    .flatMap(({ started, finished }) =>
      started && finished ? (Date.parse(finished) - Date.parse(started)) / 1000 : [],
    )
    .sort((a, b) => a - b);
  if (took.length < least) return undefined;
  const at = (share: number) => Math.max(1, Math.round(took[Math.floor((took.length - 1) * share)] ?? 0));
  return { from: at(0.25), to: at(0.75) };
}
