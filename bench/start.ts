import type { Topic } from './topic.ts'; export const start: Topic = { name: 'start', run: async () => [] };
