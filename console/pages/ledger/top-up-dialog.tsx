/** Buys credit: the amount and the method here, the payment on the page of the provider. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProcedure } from '../../data/use-procedure.ts';
import { useCurrency } from '../../data/session.ts';
import { bindFields, trimText } from '../../forms/bind-fields.ts';
import { formatMoney } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { paymentOptionsQuery, type PaymentOptions } from '../../data/payment-options.ts';
import { quoteQuery } from './ledger-queries.ts';
import { ledgerMessages } from './messages.ts';

interface TopUpProps {
  readonly account: string;
  readonly onClose: () => void;
}

export function TopUpDialog({ account, onClose }: TopUpProps) {
  const t = useMessages(ledgerMessages);
  const { data: options } = useQuery(paymentOptionsQuery);
  const [draft, setDraft] = useState({ amount: '', method: '', code: '' });
  const start = useProcedure('payment start', ['payments']);
  const amount = draft.amount || (options?.amounts[0] ?? '');
  const method = draft.method || (options?.methods[0]?.method ?? '');
  const code = draft.code.trim();
  const submit = () =>
    start.mutate(
      { account, amount, method, ...(code && { code }) },
      { onSuccess: ({ url }) => location.assign(url) },
    );
  return (
    <ActionDialog
      title={t.topUp}
      action={t.pay}
      isReady={amount !== '' && method !== ''}
      isBusy={start.isPending || start.isSuccess}
      error={start.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {options && (
        <Choices
          options={options}
          account={account}
          draft={{ amount, method, code: draft.code }}
          onChange={fields => setDraft({ ...draft, amount, method, ...fields })}
        />
      )}
    </ActionDialog>
  );
}

interface Draft {
  readonly amount: string;
  readonly method: string;
  readonly code: string;
}

interface ChoicesProps {
  readonly options: PaymentOptions;
  readonly account: string;
  readonly draft: Draft;
  readonly onChange: (fields: Partial<Draft>) => void;
}

function Choices({ options, account, draft, onChange }: ChoicesProps) {
  const { amount, method } = draft;
  const t = useMessages(ledgerMessages);
  const currency = useCurrency();
  const bind = bindFields(draft, onChange);
  const [code, setCode] = useState('');
  const quote = useQuery(quoteQuery({ account, amount, method, code }));
  const chosenMethod = options.methods.find(each => each.method === method);
  const costs = Number(amount) * Number(chosenMethod?.price ?? 1);
  return (
    <>
      <SegmentedControl
        label={t.suggested}
        value={amount}
        segments={options.amounts.map(value => ({ value, label: formatMoney(value, currency) }))}
        onChange={value => onChange({ amount: value })}
      />
      <TextField
        label={`${t.creditToBuy} (${currency})`}
        hint={t.amountHint(formatMoney(options.min, currency), formatMoney(options.max, currency))}
        inputMode="decimal"
        className="max-w-80"
        {...bind('amount', { convert: trimText })}
      />
      <SegmentedControl
        label={t.method}
        value={method}
        segments={options.methods.map(each => ({ value: each.method, label: t.methodName(each.method) }))}
        onChange={value => onChange({ method: value })}
      />
      <TextField
        label={t.discountCode}
        hint={t.discountHint}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        className="max-w-80"
        {...bind('code', { convert: trimText })}
        error={code === draft.code ? quote.error?.message : undefined}
        onBlur={() => setCode(draft.code)}
      />
      {chosenMethod && costs > 0 && (
        <p className="text-muted" aria-live="polite">
          {quote.data && code === draft.code
            ? t.youPayLess(
                formatMoney(quote.data.amount, quote.data.currency),
                formatMoney(quote.data.full_amount, quote.data.currency),
              )
            : t.youPay(formatMoney(String(costs), chosenMethod.currency))}
        </p>
      )}
    </>
  );
}
