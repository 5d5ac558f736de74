/** The description and actor of an audit entry, with the procedure's name. */
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

/** Commands run on the server itself have no IP address. */
export function ActorName({ entry: { who, address } }: { readonly entry: AuditEntry }) {
  const t = useMessages(actionMessages);
  return <span className="text-text">{!address && who === 'command line' ? t.commandLine : who}</span>;
}
