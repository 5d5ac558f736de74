/** The progress of the first steps, derived from existing records instead of stored. */
import type { LineOf } from '../../../src/api/procedures/table/contract.ts';
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { list } from '../../data/api.ts';
import { hasRole, useUser } from '../../data/session.ts';
import { isEnded, tasksQuery, type Task } from '../../data/tasks/tasks.ts';
import { tokensQuery, type Token } from '../../data/tokens/tokens.ts';

export type Engine = LineOf<'engine list'>;

export type StepName = 'you' | 'engine' | 'tokens' | 'picture';

export interface Progress {
  readonly engines: readonly Engine[];
  /**
   * The tokens that the user can submit with: their own, and those of the account if the user can see them, such as the ones
   * of the first start.
   */
  readonly own: Readonly<Partial<Record<'image' | 'video', Token>>>;
  /** The newest finished picture of the account, or else one in progress. */
  readonly newest: Task | undefined;
  readonly done: Readonly<Record<StepName, boolean>>;
  readonly isLoading: boolean;
}

const enginesQuery = queryOptions({
  queryKey: ['engines'],
  queryFn: () => list('engine list'),
  staleTime: 10_000,
});

export function useProgress(): Progress {
  const user = useUser();
  const engines = useQuery({ ...enginesQuery, enabled: hasRole(user, 'operator') });
  const tokens = useQuery(tokensQuery);
  const tasks = useInfiniteQuery(tasksQuery({ kind: 'image', account: user.account }));
  const usable =
    tokens.data?.filter(({ account, state }) => account === user.account && state === 'active') ?? [];
  const ofKind = (kind: Token['kind']) =>
    usable.find(token => token.kind === kind && token.user === user.id) ??
    usable.find(token => token.kind === kind);
  const [image, video] = [ofKind('image'), ofKind('video')];
  // Describe and shorten return text.
  const pictures = (tasks.data?.pages.flat() ?? []).filter(({ width }) => width !== null);
  const done = pictures.filter(({ state }) => state === 'succeeded');
  return {
    engines: engines.data ?? [],
    own: { ...(image && { image }), ...(video && { video }) },
    newest:
      done.find(({ cells }) => cells.length > 1) ??
      done.find(({ cells }) => cells.length > 0) ??
      pictures.find(task => !isEnded(task)),
    done: {
      you: true,
      engine: engines.data?.some(({ state }) => state === 'healthy') ?? false,
      tokens: image !== undefined && video !== undefined,
      picture: done.length > 0,
    },
    isLoading: engines.isLoading || tokens.isLoading || tasks.isLoading,
  };
}
