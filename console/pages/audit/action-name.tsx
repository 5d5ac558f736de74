/** What was done and by whom, for people; a command's own name stays beside its words. */
import type { AuditEntry } from '../../data/operators/operator-queries.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { actionMessages, useActionName } from './action-messages.ts';

export function ActionName({ action }: { readonly action: string }) {
  const name = useActionName()(action);
  return (
    <>
      <span className="font-semibold">{name ?? action}</span>
      {name && <span className="font-mono text-xs text-muted">{action}</span>}
    </>
  );
}

/** Whoever has the server's own command line comes from no address. */
export function ActorName({ entry: { who, address } }: { readonly entry: AuditEntry }) {
  const t = useMessages(actionMessages);
  return <span className="text-text">{!address && who === 'command line' ? t.commandLine : who}</span>;
}
