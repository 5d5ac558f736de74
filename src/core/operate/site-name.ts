/** The name under which the operator offers this server. */
import type { Queryable } from '../../platform/db/open.ts';

export async function siteName(_db: Queryable): Promise<string> {
  return 'Kinora';
}
