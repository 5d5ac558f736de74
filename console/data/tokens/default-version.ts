/** The version of prompts that name none, as the server reads them. */
import { useQuery } from '@tanstack/react-query';
import { groupsQuery } from '../operators/operator-queries.ts';
import { useAbout } from '../session.ts';
import type { Token } from './tokens.ts';

/** The default version: that of the token's group, otherwise that of the server. */
export function useDefaultVersion(token: Pick<Token, 'group'> | undefined): string {
  const { default_version: ofServer } = useAbout();
  const { data = [] } = useQuery(groupsQuery);
  return data.find(({ group }) => group === token?.group)?.default_version ?? ofServer;
}
