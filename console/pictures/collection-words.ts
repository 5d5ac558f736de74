/** Texts of collections: they hold whole tasks. */
import { catalogue } from '../words/words.ts';

export const collectionWords = catalogue({
  en: {
    whole: (tasks: number, files: number) =>
      tasks === 1
        ? files === 1
          ? 'Adds this one.'
          : `Adds the whole grid (${files} pictures).`
        : `Adds ${tasks} tasks with all they made (${files}).`,
  },
  zh: {
    whole: (tasks: number, files: number) =>
      tasks === 1
        ? files === 1
          ? '将加入这一张作品。'
          : `将加入整组作品（共 ${files} 张）。`
        : `将加入 ${tasks} 个任务的全部作品（共 ${files} 件）。`,
  },
});
