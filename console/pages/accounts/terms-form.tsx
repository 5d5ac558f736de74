/** Edits the prices that an account pays and the closed groups that it may use. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { groupsQuery, type Account } from '../../data/operators/operator-queries.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import { bindFields, trimText } from '../../forms/bind-fields.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx';
import { CheckList } from '../../ui/fields/check-list.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { accountMessages } from './messages.ts';

interface TermsProps {
  readonly account: Account;
  readonly onClose: () => void;
}

export function TermsForm({ account, onClose }: TermsProps) {
  const t = useMessages(accountMessages);
  const { data: groups = [] } = useQuery(groupsQuery);
  const [draft, setDraft] = useState({ factor: String(Number(account.factor)), groups: account.groups });
  const bind = bindFields(draft, fields => setDraft({ ...draft, ...fields }));
  const change = useProcedure('account change', ['accounts', 'groups']);
  const closedGroups = groups.filter(({ open }) => !open);
  return (
    <ActionDialog
      title={t.terms}
      action={t.save}
      isReady={draft.factor !== ''}
      isBusy={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate({ account: account.id, ...draft }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label={t.factor}
        hint={t.factorHint}
        inputMode="decimal"
        autoFocus
        className="max-w-80"
        {...bind('factor', { convert: trimText })}
      />
      {closedGroups.length === 0 ? (
        <p className="text-muted">{t.noClosedGroups}</p>
      ) : (
        <CheckList
          label={t.closedGroups}
          choices={closedGroups.map(({ group }) => ({ value: group, label: group }))}
          values={draft.groups}
          onChange={groups => setDraft({ ...draft, groups })}
        />
      )}
    </ActionDialog>
  );
}
