/** Edits the discounts for spending in a month, of all accounts or of a single one. */
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { readProcedure } from '../../data/api.ts';
import { fieldErrors } from '../../data/field-errors.ts';
import { useCurrency } from '../../data/session.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Money } from '../../ui/formatted-values.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { businessMessages } from './business-messages.ts';

/** If `account` is absent, the form edits the discounts of all accounts. */
export function VolumeForm({ account }: { readonly account?: string }) {
  const t = useMessages(businessMessages);
  const currency = useCurrency();
  const [editedSteps, setEditedSteps] = useState<string>();
  const { data, error } = useQuery({
    queryKey: ['volume discounts', account],
    queryFn: () => readProcedure('volume show', { account: account ?? 'all' }),
  });
  const setDiscounts = useProcedure('volume set', ['volume discounts']);
  const currentSteps = data?.steps.map(({ from, percent }) => `${Number(from)}=${percent}`).join(', ') ?? '';
  const steps = editedSteps ?? currentSteps;
  const { at, other } = fieldErrors(setDiscounts.error, ['steps']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const request = { steps: steps.trim() || 'none', ...(account !== undefined && { account }) };
    setDiscounts.mutate(request, { onSuccess: () => setEditedSteps(undefined) });
  };
  return (
    <form noValidate className="grid gap-3" onSubmit={submit}>
      {data && data.percent !== null && (
        <p className="text-sm">
          {t.volumeNow(data.percent)} <Money amount={data.spent ?? '0'} />
        </p>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label={account === undefined ? t.volumeOfAll(currency) : t.volume(currency)}
          hint={account === undefined ? t.volumeHint : t.volumeOwnHint}
          className="min-w-60 flex-1"
          placeholder="100=5, 500=10"
          value={steps}
          error={at('steps')}
          onChange={event => setEditedSteps(event.target.value)}
        />
        <Button
          type="submit"
          disabled={steps === currentSteps}
          busy={setDiscounts.isPending}
          className="mb-5.5"
        >
          {t.setVolume}
        </Button>
      </div>
      <ErrorNote error={error ?? other} />
    </form>
  );
}
