/** Builds tasks for tests of pictures; a test sets only the fields that it is about. */
import type { Task } from '../data/tasks/tasks.ts';

export function taskLike(fields: Partial<Task>): Task {
  return {
    id: '1',
    kind: 'image',
    action: 'IMAGINE',
    state: 'succeeded',
    expired: false,
    width: 1456,
    height: 816,
    sheet: null,
    preview: null,
    cells: [],
    clips: [],
    buttons: [],
    parameters: {},
    prompt: null,
    final_prompt: null,
    price: { quantity: 4 },
    ...fields,
  } as Task;
}

export const cell = (name: string) => ({
  url: `/${name}.png`,
  thumbnail: `/${name}.webp`,
  width: 1456,
  height: 816,
});
