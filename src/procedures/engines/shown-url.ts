/** The address of a webhook, as whoever asks may see it. */
import { hasRole } from '../scope.ts';
import type { Context } from '../procedure.ts';

/** The operator's own address can hold a key that is nobody else's business. */
export function shownUrl({ actor, notifyHook }: Context, url: string): string {
  return url === notifyHook && !hasRole(actor, 'operator') ? `${new URL(url).origin}/…` : url;
}
