/** The name of an account other than the user's own. Only operators see other accounts. */
import { useQuery } from '@tanstack/react-query';
import { unknown } from '../../i18n/format.ts';
import { accountQuery } from './operator-queries.ts';
import { useUser } from '../session.ts';

/** `account`: an id or a name from the URL. Undefined means the user's own account. */
export function useOtherAccount(account: string): string | undefined {
  const isOwn = account === useUser().account;
  const { data, isPending } = useQuery({ ...accountQuery(account), enabled: !isOwn });
  if (isOwn) return undefined;
  return data?.name ?? (isPending ? unknown : account);
}
