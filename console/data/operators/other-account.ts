/** How an account is called that is not one's own: only operators look at others. */
import { useQuery } from '@tanstack/react-query';
import { unknown } from '../../i18n/format.ts';
import { accountsQuery } from './operator-queries.ts';
import { useUser } from '../session.ts';

/** `account`: as it stands in an address, an id or a name. Undefined: one's own. */
export function useOtherAccount(account: string): string | undefined {
  const isOwn = account === useUser().account;
  const { data, isPending } = useQuery({ ...accountsQuery, enabled: !isOwn });
  if (isOwn) return undefined;
  const found = data?.find(({ id, name }) => id === account || name === account);
  return found?.name ?? (isPending ? unknown : account);
}
