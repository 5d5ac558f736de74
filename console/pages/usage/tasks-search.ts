/** From a line of usage to the very tasks that it counts. */
import type { Token } from '../../data/tokens/tokens.ts';
import { dayAfter } from './days.ts';
import type { Asked, UsageLine } from './usage.ts';

interface UsageView {
  readonly asked: Asked;
  /** The account of who looks. */
  readonly own: string;
  /** Of the account that is looked at. */
  readonly tokens: readonly Token[];
}

type TasksAddress = Readonly<Record<string, string | undefined>>;

/** As the tasks page's address names them; undefined: it has no words for them, as for a token of some account. */
export function tasksSearch(line: UsageLine, { asked, own, tokens }: UsageView): TasksAddress | undefined {
  const { values, first, last } = asked;
  const named = line.token ?? values['token'];
  const those = tokens.filter(({ name }) => name === named);
  const account = line.account ?? values['account'];
  const [token] = those;
  if (named !== undefined && (those.length !== 1 || !token)) return undefined;
  if (asked.by.some(key => line[key] === null)) return undefined;
  return {
    ...(account !== own && { scope: 'all', account }),
    model: line.model ?? values['model'],
    tier: line.tier ?? values['tier'],
    user: line.user ?? values['user'],
    token: token?.id,
    from: line.day ?? first,
    to: dayAfter(line.day ?? last),
  };
}
