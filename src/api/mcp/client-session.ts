/**
 * The session ID that older clients get. They name themselves only in their first request, so the ID holds
 * the name, and any process can read it without having stored it. It authorizes nothing.
 */
import { newSecret } from '../../platform/lib/id.ts';

export const sessionHeader = 'mcp-session-id';

const form = /^k1\.([\w-]{1,400})\.[\w-]{8,100}$/;

export function newSession(client: string): string {
  return `k1.${Buffer.from(client).toString('base64url')}.${newSecret()}`;
}

export function sessionClient(session: string | readonly string[] | undefined): string | undefined {
  const [, client] = form.exec(String(session ?? '')) ?? [];
  return client === undefined ? undefined : Buffer.from(client, 'base64url').toString();
}
