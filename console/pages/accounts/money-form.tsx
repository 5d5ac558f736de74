/** Moving an operator's money: in, corrections, and refunds of a task. */
import { useState } from 'react';
import { useProcedure } from '../../data/change.ts';
import type { Account } from '../../data/operate.ts';
import { useCurrency } from '../../data/session.ts';
import { sumOf } from '../../data/amounts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { formatMoney } from '../../words/format.ts';
import { useWords } from '../../words/words.ts';
import { accountWords } from './words.ts';

type How = 'topUp' | 'adjust' | 'refund';

const stale = ['accounts', 'movements', 'balance', 'task', 'tasks', 'overview'];
const isAmount = (text: string) => /^\d{1,10}(\.\d{1,6})?$/.test(text) && Number(text) > 0;

export function MoneyForm({ account }: { readonly account: Account }) {
  const t = useWords(accountWords);
  const [how, setHow] = useState<How>('topUp');
  return (
    <div className="card p-4">
      <Segmented
        label={t.money}
        isQuiet
        className="mb-4"
        value={how}
        segments={(['topUp', 'adjust', 'refund'] as const).map(value => ({ value, label: t[value] }))}
        onChange={setHow}
      />
      {how === 'refund' ? (
        <RefundForm />
      ) : (
        <MoveForm key={how} account={account} isAdjustment={how === 'adjust'} />
      )}
    </div>
  );
}

interface MoveProps {
  readonly account: Account;
  readonly isAdjustment: boolean;
}

function MoveForm({ account, isAdjustment }: MoveProps) {
  const t = useWords(accountWords);
  const currency = useCurrency();
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [isTaken, setTaken] = useState(false);
  const move = useProcedure<object>(isAdjustment ? 'ledger adjust' : 'ledger top-up', stale);
  const isReady = isAmount(amount) && (!isAdjustment || reason.trim() !== '');
  const moved = isTaken ? `-${amount}` : amount;
  const submit = () =>
    move.mutate(
      {
        account: account.id,
        amount,
        ...(reason.trim() && { reason: reason.trim() }),
        ...(isAdjustment && { take: isTaken }),
      },
      {
        onSuccess: () => {
          setAmount('');
          setReason('');
        },
      },
    );
  const says = formatMoney(isReady ? moved : undefined, currency);
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
        value={amount}
        hint={
          isAmount(amount) ? t.becomes(formatMoney(sumOf([account.available, moved]), currency)) : currency
        }
        onChange={event => setAmount(event.target.value.trim())}
      />
      <ReasonField hint={t.reasonHint} value={reason} onChange={setReason} />
      <Button
        type="submit"
        kind="primary"
        className="justify-self-start"
        disabled={!isReady}
        busy={move.isPending}
      >
        {isAdjustment ? t.doAdjust(says) : t.doTopUp(says)}
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
  const t = useWords(accountWords);
  return (
    <Segmented
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
  const t = useWords(accountWords);
  const currency = useCurrency();
  const [task, setTask] = useState('');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const refund = useProcedure<object, { refunded: string }>('ledger refund', stale);
  const isReady = task.trim() !== '' && reason.trim() !== '' && (amount === '' || isAmount(amount));
  return (
    <form
      className="grid gap-3"
      onSubmit={event => {
        event.preventDefault();
        refund.mutate({ task: task.trim(), reason: reason.trim(), ...(amount && { amount }) });
      }}
    >
      <TextField
        label={t.task}
        value={task}
        autoComplete="off"
        onChange={event => setTask(event.target.value)}
      />
      <TextField
        label={t.refundAmount}
        inputMode="decimal"
        value={amount}
        onChange={event => setAmount(event.target.value.trim())}
      />
      <ReasonField hint={t.reasonHint} value={reason} onChange={setReason} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" kind="primary" disabled={!isReady} busy={refund.isPending}>
          {t.doRefund}
        </Button>
        <span role="status" className="text-sm text-ok">
          {refund.data && t.refunded(formatMoney(refund.data.refunded, currency))}
        </span>
      </div>
      <ErrorNote error={refund.error} />
    </form>
  );
}
