/** The progress of the first steps, derived from existing records instead of stored. */
import type { LineOf } from '../../../src/api/procedures/table/contract.ts';
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { list } from '../../data/api.ts';
import { paymentOptionsQuery } from '../../data/payment-options.ts';
import { balanceQuery, hasRole, useUser, type Balance } from '../../data/session.ts';
import { groupsQuery, type Group } from '../../data/tokens/account-groups.ts';
import { isEnded, tasksQuery, type Task } from '../../data/tasks/tasks.ts';
import { tokensQuery, type Token } from '../../data/tokens/tokens.ts';

export type Engine = LineOf<'engine list'>;

export type StepName = 'you' | 'engine' | 'credit' | 'tokens' | 'picture' | 'client';

export interface Progress {
  readonly engines: readonly Engine[];
  /**
   * The tokens that the user can submit with: their own, and those of the account if the user can see them,
   * such as the ones of the first start.
   */
  readonly ownTokens: Readonly<Partial<Record<'image' | 'video', Token>>>;
  /**
   * Where tokens of each kind are created: the first group that the account may
   * use. Absent if it may use none.
   */
  readonly groups: Readonly<Partial<Record<Token['kind'], string>>>;
  readonly balance: Balance | undefined;
  /** The account can buy credit here. */
  readonly canPay: boolean;
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
  const balance = useQuery(balanceQuery);
  const options = useQuery(paymentOptionsQuery);
  const groups = useQuery(groupsQuery);
  const tasks = useInfiniteQuery(tasksQuery({ kind: 'image', account: user.account }));
  const usable =
    tokens.data?.filter(({ account, state }) => account === user.account && state === 'active') ?? [];
  const ofKind = (kind: Token['kind']) =>
    usable.find(token => token.kind === kind && token.user === user.id) ??
    usable.find(token => token.kind === kind);
  const [image, video] = [ofKind('image'), ofKind('video')];
  const groupForKind = (kind: Token['kind']) => firstGroup(groups.data ?? [], kind);
  const [imageGroup, videoGroup] = [groupForKind('image'), groupForKind('video')];
  // Describe and shorten return text.
  const pictures = (tasks.data?.pages.flat() ?? []).filter(({ width }) => width !== null);
  const finishedPictures = pictures.filter(({ state }) => state === 'succeeded');
  return {
    engines: engines.data ?? [],
    ownTokens: { ...(image && { image }), ...(video && { video }) },
    groups: { ...(imageGroup && { image: imageGroup }), ...(videoGroup && { video: videoGroup }) },
    balance: balance.data,
    canPay: (options.data?.methods.length ?? 0) > 0,
    newest:
      finishedPictures.find(({ cells }) => cells.length > 1) ??
      finishedPictures.find(({ cells }) => cells.length > 0) ??
      pictures.find(task => !isEnded(task)),
    done: {
      you: true,
      engine: engines.data?.some(({ state }) => state === 'healthy') ?? false,
      credit: Number(balance.data?.available ?? 0) > 0,
      tokens:
        (image !== undefined || video !== undefined) &&
        (image !== undefined || imageGroup === undefined) &&
        (video !== undefined || videoGroup === undefined),
      picture: finishedPictures.length > 0,
      // No record shows which program was set up.
      client: false,
    },
    isLoading: [engines, tokens, tasks, balance, options, groups].some(({ isLoading }) => isLoading),
  };
}

/** Returns the group named after the kind, which a new server has, or else the first group of the kind. */
function firstGroup(groups: readonly Group[], kind: Token['kind']): string | undefined {
  const ofKind = groups.filter(group => group.kind === kind);
  return (ofKind.find(({ group }) => group === kind) ?? ofKind[0])?.group;
}
