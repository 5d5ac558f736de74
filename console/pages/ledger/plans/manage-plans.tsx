/** The operator's plans, with their prices and the accounts that they are offered to. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Plus } from '../../../icons/icons.ts';
import { plansQuery, type PlanLine } from '../../../data/plans.ts';
import { useCurrency } from '../../../data/session.ts';
import { useProcedure } from '../../../data/use-procedure.ts';
import { bindFields } from '../../../forms/bind-fields.ts';
import { useMessages } from '../../../i18n/catalogue.ts';
import { formatCount, formatMoney } from '../../../i18n/format.ts';
import { planTerms } from '../../../prices/plan-terms.ts';
import { Button } from '../../../ui/button.tsx';
import { ActionDialog } from '../../../ui/dialogs/action-dialog.tsx';
import { TextArea, TextField } from '../../../ui/fields/field.tsx';
import { ErrorNote } from '../../../ui/page-states.tsx';
import { planMessages } from './plan-messages.ts';
import { planQueryKeys } from './plan-queries.ts';

export function ManagePlans() {
  const t = useMessages(planMessages);
  const { data: plans, error } = useQuery(plansQuery);
  const [editedPlan, setEditedPlan] = useState<PlanLine | 'new'>();
  return (
    <section className="card grid gap-3 p-4" aria-label={t.offered}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-semibold">{t.offered}</h2>
        <Button size="s" icon={Plus} onClick={() => setEditedPlan('new')}>
          {t.create}
        </Button>
      </div>
      <ErrorNote error={error} />
      <ul className="text-sm">
        {plans?.map(plan => (
          <PlanRow key={plan.id} plan={plan} onEdit={() => setEditedPlan(plan)} />
        ))}
      </ul>
      {editedPlan && (
        <PlanDialog
          plan={editedPlan === 'new' ? undefined : editedPlan}
          onClose={() => setEditedPlan(undefined)}
        />
      )}
    </section>
  );
}

function PlanRow({ plan, onEdit }: { readonly plan: PlanLine; readonly onEdit: () => void }) {
  const t = useMessages(planMessages);
  const terms = useMessages(planTerms);
  const currency = useCurrency();
  const retire = useProcedure('plan retire', planQueryKeys);
  const isRetired = plan.state === 'retired';
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-t border-line py-2">
      <span className="font-semibold">{plan.name}</span>
      <span>{terms.month(formatMoney(plan.price, plan.currency))}</span>
      <span className="text-muted">{terms.credit(formatMoney(plan.credit, currency))}</span>
      {isRetired && <span className="text-muted">{t.retired}</span>}
      <span className="text-muted">{t.subscribers(formatCount(plan.subscribers))}</span>
      <span className="ml-auto flex gap-2">
        <Button size="s" onClick={onEdit}>
          {t.edit}
        </Button>
        <Button
          size="s"
          busy={retire.isPending}
          onClick={() => retire.mutate({ plan: plan.id, undo: isRetired })}
        >
          {isRetired ? t.offer : t.retire}
        </Button>
      </span>
      <ErrorNote error={retire.error} />
    </li>
  );
}

function toDraft(plan: PlanLine | undefined) {
  return {
    name: plan?.name ?? '',
    description: plan?.description ?? '',
    price: plan?.price ?? '',
    credit: plan?.credit ?? '',
    groups: plan?.groups.join(', ') ?? '',
    max_open: plan?.max_open == null ? '' : String(plan.max_open),
  };
}

function PlanDialog({
  plan,
  onClose,
}: {
  readonly plan: PlanLine | undefined;
  readonly onClose: () => void;
}) {
  const t = useMessages(planMessages);
  const [draft, setDraft] = useState(() => toDraft(plan));
  const create = useProcedure('plan create', planQueryKeys);
  const change = useProcedure('plan change', planQueryKeys);
  const bind = bindFields(draft, fields => setDraft({ ...draft, ...fields }));
  const input = { ...draft, max_open: draft.max_open.trim() === '' ? 'none' : draft.max_open } as const;
  const submit = () => {
    if (plan) change.mutate({ plan: plan.id, ...input }, { onSuccess: onClose });
    else create.mutate(input, { onSuccess: onClose });
  };
  return (
    <ActionDialog
      title={plan ? t.edit : t.create}
      action={t.save}
      isReady={draft.name.trim() !== '' && draft.price.trim() !== '' && draft.credit.trim() !== ''}
      isBusy={create.isPending || change.isPending}
      error={create.error ?? change.error}
      onSubmit={submit}
      onClose={onClose}
      ignoresOutsideClicks
    >
      {plan && <p className="text-sm text-muted">{t.editDescription}</p>}
      <TextField label={t.name} maxLength={60} {...bind('name')} />
      <TextArea label={t.description} rows={2} maxLength={500} {...bind('description')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t.price} inputMode="decimal" {...bind('price')} />
        <TextField label={t.creditField} hint={t.creditHint} inputMode="decimal" {...bind('credit')} />
      </div>
      <TextField label={t.groupsField} hint={t.groupsHint} {...bind('groups')} />
      <TextField
        label={t.concurrentField}
        hint={t.concurrentHint}
        inputMode="numeric"
        {...bind('max_open')}
      />
    </ActionDialog>
  );
}
