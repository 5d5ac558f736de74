/** The filter of the tasks that a line of usage counts. */
import type { Token } from '../../data/tokens/tokens.ts';
import { dayAfter } from '../../data/days.ts';
import type { UsageRequest, UsageLine } from './usage.ts';

interface UsageView {
  readonly request: UsageRequest;
  /** The user's own account. */
  readonly ownAccount: string;
  /** The account whose usage is shown. */
  readonly tokens: readonly Token[];
}

type TasksAddress = Readonly<Record<string, string | undefined>>;

/**
 * Returns the parameters of the tasks page, or undefined if the page has no filter for the line, such as for
 * a token of any account.
 */
export function tasksSearch(
  line: UsageLine,
  { request, ownAccount, tokens }: UsageView,
): TasksAddress | undefined {
  const { values, first, last } = request;
  const tokenName = line.token ?? values['token'];
  const matchingTokens = tokens.filter(({ name }) => name === tokenName);
  const account = line.account ?? values['account'];
  const [token] = matchingTokens;
  if ((line.client ?? values['client']) !== undefined) return undefined;
  if (tokenName !== undefined && (matchingTokens.length !== 1 || !token)) return undefined;
  if (request.by.some(key => line[key] === null)) return undefined;
  return {
    ...(account !== ownAccount && { scope: 'all', account }),
    model: line.model ?? values['model'],
    tier: line.tier ?? values['tier'],
    user: line.user ?? values['user'],
    end_user: line.end_user ?? values['end_user'],
    token: token?.id,
    from: line.day ?? first,
    to: dayAfter(line.day ?? last),
  };
}
