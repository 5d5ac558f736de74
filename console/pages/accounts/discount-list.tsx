/** Codes with which customers pay less for the same credit. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Plus } from '../../icons/icons.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import { bindFields, trimText } from '../../forms/bind-fields.ts';
import { formatCount } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { Button } from '../../ui/button.tsx';
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Money } from '../../ui/formatted-values.tsx';
import { Section } from '../../ui/page.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { businessMessages } from './business-messages.ts';
import { type DiscountLine, discountsQuery } from './business-queries.ts';

export function DiscountList() {
  const t = useMessages(businessMessages);
  const { data = [] } = useQuery(discountsQuery);
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<DiscountLine>();
  const revoke = useProcedure('discount revoke', ['discounts']);
  return (
    <Section
      title={t.discounts}
      actions={
        <Button size="s" icon={Plus} onClick={() => setMaking(true)}>
          {t.newDiscount}
        </Button>
      }
    >
      {data.length === 0 ? (
        <p className="text-muted">{t.noDiscounts}</p>
      ) : (
        <Table
          label={t.discounts}
          columns={discountColumns(t, setRevoking)}
          rows={data}
          toKey={({ id }) => id}
        />
      )}
      {isMaking && <NewDiscount onClose={() => setMaking(false)} />}
      {revoking && (
        <ConfirmDialog
          title={t.confirmRevoke(revoking.code)}
          confirm={t.revoke}
          run={() => revoke.mutateAsync({ code: revoking.id })}
          onClose={() => setRevoking(undefined)}
        >
          {t.revokeDescription}
        </ConfirmDialog>
      )}
    </Section>
  );
}

type Words = (typeof businessMessages)['en'];

function discountColumns(t: Words, onRevoke: (line: DiscountLine) => void): Column<DiscountLine>[] {
  return [
    { key: 'code', title: t.code, cell: ({ code }) => <code className="font-mono">{code}</code> },
    {
      key: 'discount',
      title: t.discount,
      isNumber: true,
      cell: ({ percent, amount }) => (percent === null ? <Money amount={amount} /> : `${percent}%`),
    },
    { key: 'state', title: t.state, cell: ({ state }) => t.states[state] },
    {
      key: 'uses',
      title: t.uses,
      isNumber: true,
      isNamed: true,
      cell: ({ uses, max_uses: maxUses }) =>
        `${formatCount(uses)}${maxUses === null ? '' : ` / ${formatCount(maxUses)}`}`,
    },
    {
      key: 'do',
      title: <span className="sr-only">{t.revoke}</span>,
      isNumber: true,
      cell: line =>
        line.state === 'good' && (
          <Button size="s" kind="danger" onClick={() => onRevoke(line)}>
            {t.revoke}
          </Button>
        ),
    },
  ];
}

function NewDiscount({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages(businessMessages);
  const [draft, setDraft] = useState({ code: '', percent: '', uses: '', uses_per_account: '1' });
  const bind = bindFields(draft, fields => setDraft({ ...draft, ...fields }));
  const create = useProcedure('discount create', ['discounts']);
  const { uses, ...about } = draft;
  return (
    <ActionDialog
      title={t.newDiscount}
      action={t.createDiscount}
      isReady={draft.code !== '' && draft.percent !== ''}
      isBusy={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate({ ...about, ...(uses && { uses }) }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{t.discountIntro}</p>
      <TextField label={t.code} autoFocus maxLength={64} {...bind('code', { convert: trimText })} />
      <TextField label={t.percent} inputMode="decimal" {...bind('percent', { convert: trimText })} />
      <TextField label={t.maxUses} inputMode="numeric" {...bind('uses', { convert: trimText })} />
      <TextField
        label={t.ofAccount}
        inputMode="numeric"
        {...bind('uses_per_account', { convert: trimText })}
      />
    </ActionDialog>
  );
}
