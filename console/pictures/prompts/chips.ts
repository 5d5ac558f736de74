/** Splits a prompt into its description and its parameters, which are shown as chips. */
import type { Task } from '../../data/tasks/tasks.ts';

export interface Chip {
  readonly name: string;
  readonly value: string;
}

/** Parameters come from the interpreted prompt, the description from the typed one. */
export function listChips(task: Pick<Task, 'kind' | 'prompt' | 'final_prompt' | 'parameters'>): Chip[] {
  if (task.kind === 'video')
    return Object.entries(task.parameters)
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '')
      .filter(([name]) => name !== 'prompt' && name !== 'model')
      .map(([name, value]) => ({ name, value: String(value) }));
  return parametersIn(task.final_prompt ?? task.prompt ?? '');
}

/** `a cat --ar 3:2 --raw` has `ar` with the value `3:2` and `raw` without a value. */
export function parametersIn(prompt: string): Chip[] {
  return [...prompt.matchAll(/(?:^|\s)(?:--|—)([a-z]+)((?:(?!\s(?:--|—)[a-z]).)*)/gis)].map(
    ([, name = '', value = '']) => ({ name: name.toLowerCase(), value: value.trim() }),
  );
}

export function shownPrompt({ prompt, final_prompt }: Pick<Task, 'prompt' | 'final_prompt'>): string {
  return (prompt ?? final_prompt ?? '').replace(/(?:^|\s)(?:--|—)[a-z].*$/is, '').trim();
}

/** A parameter as in a prompt. */
export function chipText({ name, value }: Chip): string {
  return value === '' ? `--${name}` : `--${name} ${value}`;
}
