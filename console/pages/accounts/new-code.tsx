/** Creates a redemption code and shows it once. */
import { useState } from 'react';
import { useProcedure } from '../../data/use-procedure.ts';
import { useCurrency } from '../../data/session.ts';
import { bindFields, trimmed } from '../../forms/bind-fields.ts';
import { Button } from '../../ui/button.tsx';
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { CopyButton } from '../../ui/formatted-values.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { accountMessages } from './messages.ts';

const terms = ['never', '30d', '90d', '365d'] as const;

export function NewCode({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages(accountMessages);
  const currency = useCurrency();
  const [draft, setDraft] = useState({ amount: '', note: '', expires: '90d' });
  const bind = bindFields(draft, fields => setDraft({ ...draft, ...fields }));
  const create = useProcedure('code create', ['codes']);
  if (create.data) return <MadeCode code={create.data.code} onClose={onClose} />;
  return (
    <ActionDialog
      title={t.newCode}
      action={t.makeCode}
      isReady={draft.amount !== ''}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate({ ...draft, note: draft.note.trim() })}
      onClose={onClose}
    >
      <TextField
        label={`${t.worth} (${currency})`}
        inputMode="decimal"
        autoFocus
        {...bind('amount', { read: trimmed })}
      />
      <TextField label={t.note} maxLength={200} {...bind('note')} />
      <SelectField
        label={t.expires}
        choices={terms.map(value => ({ value, label: t.expiry[value] }))}
        {...bind('expires')}
      />
    </ActionDialog>
  );
}

function MadeCode({ code, onClose }: { readonly code: string; readonly onClose: () => void }) {
  const t = useMessages(accountMessages);
  return (
    <Dialog
      title={t.codeMade}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t.done}
        </Button>
      }
    >
      <div className="flex items-center gap-2 rounded-md border border-line-strong bg-bg p-3">
        <code className="min-w-0 flex-1 font-mono wrap-anywhere">{code}</code>
        <CopyButton text={code} />
      </div>
      <p className="mt-3 text-sm text-muted">{t.codeMadeDescription}</p>
    </Dialog>
  );
}
