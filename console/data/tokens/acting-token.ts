/**
 * The token that pays for an action on a picture: the picture's own, or a replacement
 * if that is no longer active.
 */
import { useQuery } from '@tanstack/react-query';
import { openUserValue } from '../../state/stored-value.ts';
import type { Task } from '../tasks/tasks.ts';
import { replacementTokens } from './replacement-tokens.ts';
import { tokensQuery, type Token } from './tokens.ts';

const chosenId = openUserValue('acting token', '');

export interface ActingToken {
  /** Undefined if the user has no token of this kind. */
  readonly token: Pick<Token, 'id'> | undefined;
  /** Possible replacements if the picture's own token is no longer active, best match first. */
  readonly replacements: readonly Token[];
  readonly isOwn: boolean;
  /** The prices on the picture's buttons do not apply to this token. */
  readonly isPricedDifferently: boolean;
  readonly choose: (id: string) => void;
}

export function useActingToken(task: Task): ActingToken {
  const { data } = useQuery(tokensQuery);
  const chosenTokenId = chosenId.use();
  const choose = chosenId.set;
  if (!data) return { ...toOwnToken(task.token), choose };
  const ownToken = data.find(({ id }) => id === task.token.id);
  if (ownToken?.state === 'active') return { ...toOwnToken(ownToken), choose };
  const replacements = replacementTokens(task, data, chosenTokenId);
  const [token] = replacements;
  const isPricedDifferently = token !== undefined && token.group !== task.group;
  return { token, replacements, isOwn: false, isPricedDifferently, choose };
}

function toOwnToken(token: Pick<Token, 'id'>) {
  return { token, replacements: [], isOwn: true, isPricedDifferently: false };
}
