/** Actions on tasks that are not charged by themselves: star, delete and restore, cancel, retry, download. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callProcedure, withQuery } from '../../data/api.ts';
import { retryTask } from '../../data/actions/retry-task.ts';
import type { Task } from '../../data/tasks/tasks.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { showNotice } from '../notices/notices.ts';
import { changeTasks, dropTasks, showTasks } from '../../data/actions/task-cache.ts';
import { saveFile } from '../downloads/save-file.ts';
import { saveOutput } from '../downloads/save-output.ts';
import { listTiles } from '../tiles.ts';
import { useStarTitle } from './star-title.ts';
import { pictureMessages } from '../messages.ts';
import { basePath } from '../../data/server-path.ts';

export interface TaskActions {
  star(tasks: readonly Task[], isStarred: boolean): Promise<void>;
  remove(tasks: readonly Task[]): Promise<void>;
  cancel(task: Task): Promise<void>;
  /** Submits the same job as a new task, optionally with another token. Throws ApiError. */
  retry(task: Task, token?: string): Promise<void>;
  /** Downloads one picture or clip. */
  download(task: Task, n: number): void;
  /** Downloads all files of the tasks as one zip. */
  downloadAll(ids: readonly string[]): void;
}

export function useTaskActions(): TaskActions {
  const client = useQueryClient();
  const t = useMessages(pictureMessages);
  const starEffect = useStarTitle(false);
  return useMemo(() => taskActions(client, t, starEffect), [client, t, starEffect]);
}

/** The first star of a visit explains its effect, because tooltips are not shown without a mouse. */
let isStarExplained = false;

function taskActions(
  client: QueryClient,
  t: (typeof pictureMessages)['en'],
  starEffect: string,
): TaskActions {
  const explainStar = () => {
    if (!isStarExplained) showNotice({ text: starEffect });
    isStarExplained = true;
  };
  const showError = (error: unknown) => showNotice({ text: (error as Error).message, isError: true });
  const undelete = async (tasks: readonly Task[]) => {
    const ids = tasks.map(({ id }) => id);
    await callProcedure('task undelete', { tasks: ids }).catch(showError);
    // Merging inserts only tasks newer than the end of a list. Refetching places the others.
    await client.invalidateQueries({ queryKey: ['tasks'] });
    await showTasks(client, ids).catch(() => undefined);
  };
  return {
    star: async (tasks, isStarred) => {
      const ids = tasks.map(({ id }) => id);
      const rollBack = changeTasks(client, ids, () => ({ starred: isStarred }));
      const results = await Promise.allSettled(
        ids.map(task => callProcedure('task star', { task, starred: isStarred })),
      );
      const failed = results.find(result => result.status === 'rejected');
      if (failed) rollBack();
      else if (isStarred) explainStar();
      if (failed) showError(failed.reason);
      void client.invalidateQueries({ queryKey: ['task facets'] });
    },
    remove: async tasks => {
      const ids = tasks.map(({ id }) => id);
      try {
        const { deleted } = await callProcedure('task delete', { tasks: ids });
        dropTasks(client, ids);
        showNotice({ text: t.deleted(deleted), action: { label: t.undo, run: () => void undelete(tasks) } });
      } catch (error) {
        showError(error);
      }
    },
    cancel: async task => {
      try {
        await callProcedure('task cancel', { task: task.id });
        await showTasks(client, [task.id]);
      } catch (error) {
        showError(error);
      }
    },
    retry: async (task, token) => {
      await showTasks(client, [await retryTask(task.id, token)]);
    },
    download: (task, n) => {
      const tiles = listTiles(task);
      const url = tiles[n - 1]?.url;
      if (url) void saveOutput(task, url, tiles.length > 1 ? String(n) : '');
    },
    downloadAll: ids => {
      for (let start = 0; start < ids.length; start += idsPerZip)
        saveFile(
          withQuery(`${basePath}/api/task.download`, {
            tasks: ids.slice(start, start + idsPerZip).join(','),
          }),
        );
    },
  };
}

/** A longer URL would exceed the server's limit on the request head. */
const idsPerZip = 300;
