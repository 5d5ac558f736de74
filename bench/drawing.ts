import type { Topic } from './topic.ts'; export const drawing: Topic = { name: 'drawing', run: async () => [] };
