/** Creates redemption codes and shows them once. */
import { useState } from 'react';
import { useProcedure } from '../../data/use-procedure.ts';
import { useCurrency } from '../../data/session.ts';
import { bindFields, trimText } from '../../forms/bind-fields.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { CopyButton } from '../../ui/formatted-values.tsx';
import { formatCount } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { businessMessages } from './business-messages.ts';
import { accountMessages } from './messages.ts';

const terms = ['never', '30d', '90d', '365d'] as const;

export function NewCode({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages(accountMessages);
  const currency = useCurrency();
  const [draft, setDraft] = useState({ amount: '', note: '', expires: '90d', count: '1' });
  const bind = bindFields(draft, fields => setDraft({ ...draft, ...fields }));
  const create = useProcedure('code create', ['codes']);
  const { count } = useMessages(businessMessages);
  if (create.data) return <MadeCodes {...create.data} onClose={onClose} />;
  return (
    <ActionDialog
      title={t.newCode}
      action={t.makeCode}
      isReady={draft.amount !== '' && draft.count !== ''}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate({ ...draft, note: draft.note.trim() })}
      onClose={onClose}
    >
      <TextField
        label={`${t.worth} (${currency})`}
        inputMode="decimal"
        autoFocus
        {...bind('amount', { convert: trimText })}
      />
      <TextField label={count} inputMode="numeric" {...bind('count', { convert: trimText })} />
      <TextField label={t.note} maxLength={200} {...bind('note')} />
      <SelectField
        label={t.expires}
        choices={terms.map(value => ({ value, label: t.expiry[value] }))}
        {...bind('expires')}
      />
    </ActionDialog>
  );
}

interface MadeProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

function MadeCodes({ codes, onClose }: MadeProps) {
  const t = useMessages(accountMessages);
  const b = useMessages(businessMessages);
  const text = codes.join('\n');
  return (
    <Dialog
      title={codes.length === 1 ? t.codeMade : b.codesMade(formatCount(codes.length))}
      onClose={onClose}
      actions={
        <>
          {codes.length > 1 && (
            <a
              download="codes.csv"
              href={`data:text/csv;charset=utf-8,${encodeURIComponent(`code\r\n${codes.join('\r\n')}\r\n`)}`}
              className={buttonClasses('plain', 'm')}
            >
              {b.download}
            </a>
          )}
          <Button kind="primary" onClick={onClose}>
            {t.done}
          </Button>
        </>
      }
    >
      <div className="flex items-start gap-2 rounded-md border border-line-strong bg-bg p-3">
        <code className="max-h-80 min-w-0 flex-1 overflow-y-auto font-mono whitespace-pre-wrap wrap-anywhere">
          {text}
        </code>
        <CopyButton text={text} />
      </div>
      <p className="mt-3 text-sm text-muted">{t.codeMadeDescription}</p>
    </Dialog>
  );
}
