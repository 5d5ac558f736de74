/** Every page of the Console, and every view with a path of its own. */
import type { SeededTasks } from './seeded-console.ts';

export interface Address {
  readonly path: string;
  /** The name in file names. */
  readonly name: string;
  /** Pages for visitors who are not signed in. */
  readonly isOutside?: true;
}

export function addresses({ grid, clip, failed }: SeededTasks): readonly Address[] {
  const plain = [
    'welcome',
    'image',
    'video',
    'gallery',
    'models',
    'models/sketch',
    'models/sketch-motion',
    'plans',
    'compare',
    'tokens',
    'connect',
    'aliases',
    'webhooks',
    'reference',
    'tasks',
    'usage',
    'ledger',
    'people',
    'profile',
    'overview',
    'engines',
    'local',
    'workflows',
    'prices',
    'groups',
    'accounts',
    'moderation',
    'audit',
    'settings',
  ];
  return [
    { path: '/sign-in', name: 'sign-in', isOutside: true },
    { path: '/plans', name: 'plans-of-visitors', isOutside: true },
    { path: '/join', name: 'join', isOutside: true },
    ...plain.map(name => ({ path: `/${name}`, name: name.replace('/', '-') })),
    { path: `/task/${grid}`, name: 'task' },
    { path: `/task/${clip}`, name: 'task-clip' },
    { path: `/task/${failed}`, name: 'task-failed' },
    { path: '/models?add=model', name: 'models-add' },
    { path: '/reference?op=post_v1_videos', name: 'reference-operation' },
    { path: '/no-such-page', name: 'no-such-page' },
  ];
}
