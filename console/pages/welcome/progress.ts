/** How far somebody is with the first steps: read from what there is, so that it cannot be wrong. */
import type { LineOf } from '../../../src/procedures/contract.ts';
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { list } from '../../data/api.ts';
import { hasRole, useUser } from '../../data/session.ts';
import { isEnded, tasksQuery, type Task } from '../../data/tasks/tasks.ts';
import { tokensQuery, type Token } from '../../data/tokens/tokens.ts';

export type Engine = LineOf<'engine list'>;

export type StepName = 'you' | 'engine' | 'tokens' | 'picture';

export interface Progress {
  readonly engines: readonly Engine[];
  /** Those that the user can make with: its own, and for who sees them the account's, as those of the first start. */
  readonly own: Readonly<Partial<Record<'image' | 'video', Token>>>;
  /** The newest picture of the account that is done, else one on its way. */
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
  // Descriptions and shortened prompts are words.
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
