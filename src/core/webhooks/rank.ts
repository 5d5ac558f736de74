/** The progress of a task as a number, the rank. A hook gets a delivery only if the rank has increased. */

export interface TaskProgress {
  readonly phase: string;
  readonly progress: number;
}

export const endRank = 200;

/** Saving has the rank of running at its last progress, because a record does not distinguish them. */
export function rankProgress({ phase, progress }: TaskProgress): number {
  switch (phase) {
    case 'waiting':
      return 0;
    case 'queued':
      return 1;
    case 'starting':
      return 2;
    case 'running':
    case 'saving':
      return 10 + progress;
    default:
      return endRank;
  }
}

/** The rank in SQL, for a row of `task_states tasks`. */
export const rankOfTask = `case tasks.phase when 'waiting' then 0 when 'queued' then 1 when 'starting' then 2
       when 'running' then 10 + tasks.progress when 'saving' then 10 + tasks.progress else ${endRank} end`;
