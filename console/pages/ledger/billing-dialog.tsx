/** Edits the name and the address of the account on its receipts. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readProcedure } from '../../data/api.ts';
import { useAbout } from '../../data/session.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx';
import { TextArea, TextField } from '../../ui/fields/field.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { ledgerMessages } from './messages.ts';

interface BillingProps {
  readonly account: string;
  readonly onClose: () => void;
}

interface Draft {
  readonly name: string;
  readonly address: string;
  readonly tax_id: string;
  readonly statements: boolean;
}

export function BillingDialog({ account, onClose }: BillingProps) {
  const t = useMessages(ledgerMessages);
  const { data, error } = useQuery({
    queryKey: ['billing', account],
    queryFn: () => readProcedure('billing show', { account }),
  });
  const [changes, setChanges] = useState<Partial<Draft>>({});
  const save = useProcedure('billing change', ['billing']);
  const { name = '', address = '', tax_id = '', statements = false } = { ...data, ...changes };
  const { mail } = useAbout();
  const bind = bindFields({ name, address, tax_id }, fields => setChanges({ ...changes, ...fields }));
  return (
    <ActionDialog
      title={t.billing}
      action={t.save}
      isReady={data !== undefined}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate({ account, ...changes }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{t.billingDescription}</p>
      <ErrorNote error={error} />
      <TextField label={t.billingName} hint={t.billingNameHint} maxLength={200} {...bind('name')} />
      <TextArea label={t.billingAddress} rows={3} maxLength={500} {...bind('address')} />
      <TextField label={t.billingTaxId} maxLength={50} {...bind('tax_id')} />
      {mail && (
        <label className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4 accent-(--accent)"
            checked={statements}
            onChange={event => setChanges({ ...changes, statements: event.target.checked })}
          />
          {t.mailStatements}
        </label>
      )}
    </ActionDialog>
  );
}
