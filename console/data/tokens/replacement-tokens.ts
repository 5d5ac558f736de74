/** Tokens that can replace a task's own token when that is no longer active. */
import type { Task } from '../tasks/tasks.ts';
import type { Token } from './tokens.ts';

/**
 * Active tokens of the same account and kind that may use the model: the last chosen one first,
 * then those of the same group.
 */
export function replacementTokens(
  task: Pick<Task, 'account' | 'group' | 'kind' | 'model'>,
  tokens: readonly Token[],
  chosenTokenId: string,
): readonly Token[] {
  const rank = ({ id, group }: Token) => (id === chosenTokenId ? 0 : group === task.group ? 1 : 2);
  return tokens
    .filter(
      ({ account, kind, state }) => account === task.account && kind === task.kind && state === 'active',
    )
    .filter(({ models }) => models === null || models.includes(task.model))
    .toSorted((a, b) => rank(a) - rank(b));
}
