/** What can be done with tasks that costs nothing: star, delete and bring back, cancel, try again, download. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { run, withQuery } from '../data/api.ts';
import { retryTask } from '../data/retry-task.ts';
import type { Task } from '../data/tasks.ts';
import { useWords } from '../words/words.ts';
import { say } from './notices.ts';
import { changeTasks, dropTasks, showTasks } from '../data/task-cache.ts';
import { saveFile } from './save-file.ts';
import { saveOutput } from './save-output.ts';
import { tilesOf } from './tiles.ts';
import { pictureWords } from './words.ts';

export interface Deeds {
  star(tasks: readonly Task[], starred: boolean): Promise<void>;
  remove(tasks: readonly Task[]): Promise<void>;
  cancel(task: Task): Promise<void>;
  /** A new task with the same job; throws what the server refused. */
  retry(task: Task): Promise<void>;
  /** One picture or clip. */
  download(task: Task, n: number): void;
  /** All files of tasks, as one zip. */
  downloadAll(ids: readonly string[]): void;
}

export function useDeeds(): Deeds {
  const client = useQueryClient();
  const t = useWords(pictureWords);
  return useMemo(() => deeds(client, t), [client, t]);
}

function deeds(client: QueryClient, t: (typeof pictureWords)['en']): Deeds {
  const complain = (error: unknown) => say({ text: (error as Error).message, isBad: true });
  const undelete = async (tasks: readonly Task[]) => {
    const ids = tasks.map(({ id }) => id);
    await run('task undelete', { tasks: ids }).catch(complain);
    // A list takes only what is newer than its first; the others find their place when it is read again.
    await client.invalidateQueries({ queryKey: ['tasks'] });
    await showTasks(client, ids).catch(() => undefined);
  };
  return {
    star: async (tasks, starred) => {
      const ids = tasks.map(({ id }) => id);
      const back = changeTasks(client, ids, () => ({ starred }));
      const results = await Promise.allSettled(ids.map(task => run('task star', { task, starred })));
      const failed = results.find(result => result.status === 'rejected');
      if (failed) back();
      if (failed) complain(failed.reason);
      void client.invalidateQueries({ queryKey: ['task facets'] });
    },
    remove: async tasks => {
      const ids = tasks.map(({ id }) => id);
      try {
        const { deleted } = await run<{ deleted: number }>('task delete', { tasks: ids });
        dropTasks(client, ids);
        say({ text: t.deleted(deleted), action: { label: t.undo, act: () => void undelete(tasks) } });
      } catch (error) {
        complain(error);
      }
    },
    cancel: async task => {
      try {
        await run('task cancel', { task: task.id });
        await showTasks(client, [task.id]);
      } catch (error) {
        complain(error);
      }
    },
    retry: async task => {
      await showTasks(client, [await retryTask(task.id)]);
    },
    download: (task, n) => {
      const tiles = tilesOf(task);
      const url = tiles[n - 1]?.url;
      if (url) void saveOutput(task, url, tiles.length > 1 ? String(n) : '');
    },
    downloadAll: ids => {
      for (let at = 0; at < ids.length; at += idsPerZip)
        saveFile(withQuery('/api/task.download', { tasks: ids.slice(at, at + idsPerZip).join(',') }));
    },
  };
}

/** More in one address are more than a server reads of a request's head. */
const idsPerZip = 300;
