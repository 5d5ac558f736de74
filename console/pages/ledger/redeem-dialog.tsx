/** Redeems a code. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callProcedure } from '../../data/api.ts';
import { useCurrency } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { formatMoney } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { ledgerMessages } from './messages.ts';

interface RedeemProps {
  readonly account: string;
  readonly onClose: () => void;
}

export function RedeemDialog({ account, onClose }: RedeemProps) {
  const t = useMessages(ledgerMessages);
  const ui = useMessages(uiMessages);
  const client = useQueryClient();
  const currency = useCurrency();
  const [code, setCode] = useState('');
  const redeem = useMutation({
    mutationFn: () => callProcedure('code redeem', { code: code.trim(), account }),
    onSuccess: () =>
      Promise.all(['balance', 'ledger'].map(key => client.invalidateQueries({ queryKey: [key] }))),
  });
  const actions = redeem.data ? (
    <Button kind="primary" onClick={onClose}>
      {t.done}
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>{ui.cancel}</Button>
      <Button
        kind="primary"
        disabled={code.trim() === ''}
        busy={redeem.isPending}
        onClick={() => redeem.mutate()}
      >
        {t.redeemButton}
      </Button>
    </>
  );
  return (
    <Dialog title={t.redeem} onClose={onClose} actions={actions}>
      <div className="grid gap-3">
        {redeem.data ? (
          <p role="status" className="text-lg">
            {t.redeemed(formatMoney(redeem.data.redeemed, currency))}
          </p>
        ) : (
          <TextField
            label={t.code}
            hint={t.redeemDescription}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            value={code}
            onChange={event => setCode(event.target.value)}
          />
        )}
        <ErrorNote error={redeem.error} />
      </div>
    </Dialog>
  );
}
