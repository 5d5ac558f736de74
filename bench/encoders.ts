import type { Topic } from './topic.ts'; export const encoders: Topic = { name: 'encoders', run: async () => [] };
