/** Puts the queue positions of an event into cached tasks. Pure. */
import type { Task } from '../tasks/tasks.ts';
import type { QueuePosition } from './worker-messages.ts';

/** Returns the same task if nothing changes. A task that has left the queue since has no position. */
export function withPosition<Known extends Pick<Task, 'id' | 'state' | 'ahead' | 'away_since'>>(
  task: Known,
  positions: readonly QueuePosition[],
): Known {
  const position = positions.find(({ id }) => id === task.id);
  if (!position || task.state !== 'queued') return task;
  const isSame = position.ahead === task.ahead && position.away_since === task.away_since;
  return isSame ? task : { ...task, ...position };
}
