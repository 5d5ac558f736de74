/** Moves money as an operator: payments, adjustments and refunds. */
import { useState } from 'react';
import { useProcedure } from '../../data/use-procedure.ts';
import type { Account } from '../../data/operators/operator-queries.ts';
import { useCurrency } from '../../data/session.ts';
import { sumAmounts } from '../../data/amounts.ts';
import { bindFields, trimText } from '../../forms/bind-fields.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { ReasonField } from '../../ui/fields/reason-field.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { accountMessages } from './messages.ts';

type Movement = 'topUp' | 'adjust' | 'refund';

const staleQueryKeys = ['accounts', 'movements', 'balance', 'task', 'tasks', 'overview'];
const isAmount = (text: string) => /^\d{1,10}(\.\d{1,6})?$/.test(text) && Number(text) > 0;

export function MoneyForm({ account }: { readonly account: Account }) {
  const t = useMessages(accountMessages);
  const [movement, setMovement] = useState<Movement>('topUp');
  return (
    <div className="card p-4">
      <SegmentedControl
        label={t.money}
        isQuiet
        className="mb-4"
        value={movement}
        segments={(['topUp', 'adjust', 'refund'] as const).map(value => ({ value, label: t[value] }))}
        onChange={setMovement}
      />
      {movement === 'refund' ? (
        <RefundForm />
      ) : (
        <MoveForm key={movement} account={account} isAdjustment={movement === 'adjust'} />
      )}
    </div>
  );
}

interface MoveProps {
  readonly account: Account;
  readonly isAdjustment: boolean;
}

const noMovement = { amount: '', reason: '' };

function MoveForm({ account, isAdjustment }: MoveProps) {
  const t = useMessages(accountMessages);
  const currency = useCurrency();
  const [draft, setDraft] = useState(noMovement);
  const [isTaken, setTaken] = useState(false);
  const change = (fields: Partial<typeof noMovement>) => setDraft({ ...draft, ...fields });
  const bind = bindFields(draft, change);
  const { amount, reason } = draft;
  const move = useProcedure(isAdjustment ? 'ledger adjust' : 'ledger top-up', staleQueryKeys);
  const isReady = isAmount(amount) && (!isAdjustment || reason.trim() !== '');
  const signedAmount = isTaken ? `-${amount}` : amount;
  const submit = () =>
    move.mutate(
      {
        account: account.id,
        amount,
        ...(reason.trim() && { reason: reason.trim() }),
        ...(isAdjustment && { take: isTaken }),
      },
      {
        onSuccess: () => setDraft(noMovement),
      },
    );
  const amountText = formatMoney(isReady ? signedAmount : undefined, currency);
  return (
    <form
      className="grid gap-3"
      onSubmit={event => {
        event.preventDefault();
        submit();
      }}
    >
      {isAdjustment && <Direction isTaken={isTaken} onChange={setTaken} />}
      <TextField
        label={t.amount}
        inputMode="decimal"
        autoComplete="off"
        hint={
          isAmount(amount)
            ? t.becomes(formatMoney(sumAmounts([account.available, signedAmount]), currency))
            : currency
        }
        {...bind('amount', { convert: trimText })}
      />
      <ReasonField hint={t.reasonHint} value={reason} onChange={text => change({ reason: text })} />
      <Button
        type="submit"
        kind="primary"
        className="justify-self-start"
        disabled={!isReady}
        busy={move.isPending}
      >
        {isAdjustment ? t.adjustButton(amountText) : t.topUpButton(amountText)}
      </Button>
      <ErrorNote error={move.error} />
    </form>
  );
}

interface DirectionProps {
  readonly isTaken: boolean;
  readonly onChange: (isTaken: boolean) => void;
}

function Direction({ isTaken, onChange }: DirectionProps) {
  const t = useMessages(accountMessages);
  return (
    <SegmentedControl
      label={t.direction}
      isQuiet
      value={isTaken ? 'take' : 'add'}
      segments={[
        { value: 'add', label: t.add },
        { value: 'take', label: t.take },
      ]}
      onChange={value => onChange(value === 'take')}
    />
  );
}

function RefundForm() {
  const t = useMessages(accountMessages);
  const currency = useCurrency();
  const [draft, setDraft] = useState({ task: '', ...noMovement });
  const change = (fields: Partial<typeof draft>) => setDraft({ ...draft, ...fields });
  const bind = bindFields(draft, change);
  const { task, amount, reason } = draft;
  const refund = useProcedure('ledger refund', staleQueryKeys);
  const isReady = task.trim() !== '' && reason.trim() !== '' && (amount === '' || isAmount(amount));
  return (
    <form
      className="grid gap-3"
      onSubmit={event => {
        event.preventDefault();
        refund.mutate({ task: task.trim(), reason: reason.trim(), ...(amount && { amount }) });
      }}
    >
      <TextField label={t.task} autoComplete="off" {...bind('task')} />
      <TextField label={t.refundAmount} inputMode="decimal" {...bind('amount', { convert: trimText })} />
      <ReasonField hint={t.reasonHint} value={reason} onChange={text => change({ reason: text })} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" kind="primary" disabled={!isReady} busy={refund.isPending}>
          {t.refundButton}
        </Button>
        <span role="status" className="text-sm text-ok">
          {refund.data && t.refunded(formatMoney(refund.data.refunded, currency))}
        </span>
      </div>
      <ErrorNote error={refund.error} />
    </form>
  );
}
