/** The address of a webhook, as the reader may see it. */
import type { HookSummary } from '../../../core/webhooks/read-hooks.ts';
import { hasRole } from '../scope.ts';
import type { Context } from '../procedure.ts';

/**
 * The operator's own address can hold a key that must stay private, also when the
 * setting names another one by now.
 */
export function shownUrl(
  { actor, notifyHook }: Pick<Context, 'actor' | 'notifyHook'>,
  { url, isDefault }: Pick<HookSummary, 'url' | 'isDefault'>,
): string {
  const isOperators = isDefault || url === notifyHook;
  return isOperators && !hasRole(actor, 'operator') ? `${new URL(url).origin}/…` : url;
}
