/** The parameters that differ between tasks; equal ones are omitted. */
import type { Task } from '../../data/tasks/tasks.ts';
import { listChips, shownPrompt } from '../prompts/chips.ts';

export interface Difference {
  /** One of the names below, or a parameter as in a prompt (`--ar`). */
  readonly name: string;
  /** One per task, in order. Null if the task does not have it. */
  readonly values: readonly (string | null)[];
}

type ComparedTask = Pick<
  Task,
  | 'kind'
  | 'prompt'
  | 'final_prompt'
  | 'parameters'
  | 'seed'
  | 'model'
  | 'tier'
  | 'button'
  | 'width'
  | 'height'
>;

const facts: readonly (readonly [string, (task: ComparedTask) => string | null])[] = [
  ['words', shownPrompt],
  ['madeBy', ({ button }) => button],
  ['model', ({ model }) => model],
  ['tier', ({ tier }) => tier],
  ['size', ({ width, height }) => (width ? `${width} × ${height}` : null)],
  ['seed', ({ seed }) => seed],
];

export function findDifferences(tasks: readonly ComparedTask[]): Difference[] {
  const chips = tasks.map(task => new Map(listChips(task).map(({ name, value }) => [name, value])));
  const names = [...new Set(chips.flatMap(chip => [...chip.keys()]))];
  return [
    ...facts.map(([name, readValue]) => ({ name, values: tasks.map(readValue) })),
    ...names.map(name => ({ name: `--${name}`, values: chips.map(chip => chip.get(name) ?? null) })),
  ].filter(({ values }) => new Set(values).size > 1);
}
