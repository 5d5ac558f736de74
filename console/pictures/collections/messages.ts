/** Messages about collections, which hold whole tasks. */
import { catalogue } from '../../i18n/catalogue.ts';

export const collectionMessages = catalogue({
  en: {
    whole: (tasks: number, files: number) =>
      tasks === 1
        ? files === 1
          ? 'Adds this task.'
          : `Adds the whole grid (${files} images).`
        : `Adds ${tasks} tasks with all ${files} files.`,
  },
  zh: {
    whole: (tasks: number, files: number) =>
      tasks === 1
        ? files === 1
          ? '将加入此任务。'
          : `将加入整个四宫格（共 ${files} 张）。`
        : `将加入 ${tasks} 个任务的全部 ${files} 个文件。`,
  },
});
