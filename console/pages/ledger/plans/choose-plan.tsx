/** Chooses a plan: the first one is paid on the page of the provider, another one replaces it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paymentOptionsQuery } from '../../../data/payment-options.ts';
import type { PlanLine } from '../../../data/plans.ts';
import { useCurrency } from '../../../data/session.ts';
import { useProcedure } from '../../../data/use-procedure.ts';
import { useMessages } from '../../../i18n/catalogue.ts';
import { formatCount, formatDay, formatMoney } from '../../../i18n/format.ts';
import { planTerms } from '../../../prices/plan-terms.ts';
import { ActionDialog } from '../../../ui/dialogs/action-dialog.tsx';
import { SelectField } from '../../../ui/fields/field.tsx';
import { planMessages } from './plan-messages.ts';
import { stalePlans, type OwnPlan } from './plan-queries.ts';

interface ChooseProps {
  readonly account: string;
  /** The plan that the account has. */
  readonly own: OwnPlan | undefined;
  readonly plans: readonly PlanLine[];
  /** The name of the plan that is chosen at first. */
  readonly first: string | undefined;
  readonly methodName: (method: string) => string;
  readonly onClose: () => void;
}

export function ChoosePlan({ account, own, plans, first, methodName, onClose }: ChooseProps) {
  const t = useMessages(planMessages);
  const { data: options } = useQuery(paymentOptionsQuery);
  const methods = options?.methods.map(({ method }) => method) ?? [];
  const others = plans.filter(({ name }) => name !== own?.plan);
  const [chosen, choose] = useState((others.find(({ name }) => name === first) ?? others[0])?.name);
  const [method, setMethod] = useState<string>();
  const buy = useProcedure('plan buy', stalePlans);
  const change = useProcedure('subscription switch', stalePlans);
  const used = method ?? methods[0] ?? 'card';
  const plan = plans.find(({ name }) => name === chosen);
  const go = (url: string | null) => (url === null ? onClose() : window.location.assign(url));
  const submit = () => {
    if (!plan) return;
    if (own) change.mutate({ account, plan: plan.name }, { onSuccess: answer => go(answer.pay_url) });
    else buy.mutate({ account, plan: plan.name, method: used }, { onSuccess: answer => go(answer.url) });
  };
  return (
    <ActionDialog
      title={own ? t.change : t.choose}
      action={own ? t.change : t.goToPayment}
      isReady={plan !== undefined && plan.name !== (own?.next_plan ?? own?.plan)}
      isBusy={buy.isPending || change.isPending}
      error={buy.error ?? change.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t.offered}</legend>
        {plans.map(one => (
          <PlanChoice
            key={one.id}
            plan={one}
            isOwn={one.name === own?.plan}
            isChosen={one.name === chosen}
            onChoose={() => choose(one.name)}
          />
        ))}
      </fieldset>
      {!own && methods.length > 1 && (
        <SelectField
          label={t.method}
          value={used}
          choices={methods.map(value => ({ value, label: methodName(value) }))}
          onChange={event => setMethod(event.target.value)}
        />
      )}
      {plan && <Consequence plan={plan} own={own} method={used} />}
    </ActionDialog>
  );
}

interface ConsequenceProps {
  readonly plan: PlanLine;
  readonly own: OwnPlan | undefined;
  /** The payment method. */
  readonly method: string;
}

/** What happens when the plan is chosen. */
function Consequence({ plan, own, method }: ConsequenceProps) {
  const t = useMessages(planMessages);
  const { price, currency } = plan;
  if (!own) {
    const first = t.buyDescription(formatMoney(price, currency));
    return <p className="text-sm text-muted">{method === 'card' ? first : `${first} ${t.oneMonth}`}</p>;
  }
  const isUp = Number(price) > Number(own.price);
  const end = own.period_end === null ? '' : formatDay(own.period_end);
  return <p className="text-sm text-muted">{isUp ? t.up : t.down(end)}</p>;
}

interface ChoiceProps {
  readonly plan: PlanLine;
  readonly isOwn: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function PlanChoice({ plan, isOwn, isChosen, onChoose }: ChoiceProps) {
  const t = useMessages(planMessages);
  const terms = useMessages(planTerms);
  const currency = useCurrency();
  const { name, description, price, credit, groups, max_open: open } = plan;
  return (
    <label
      className={`grid cursor-pointer gap-1 rounded-md border p-3 ${isChosen ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
    >
      <span className="flex flex-wrap items-baseline gap-2">
        <input type="radio" name="plan" checked={isChosen} onChange={onChoose} />
        <span className="font-semibold">{name}</span>
        {isOwn && <span className="text-sm text-muted">{t.current}</span>}
        <span className="ml-auto">{terms.month(formatMoney(price, plan.currency))}</span>
      </span>
      {description !== '' && <span className="text-sm">{description}</span>}
      <span className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span>{terms.credit(formatMoney(credit, currency))}</span>
        {groups.length > 0 && <span>{terms.groups(groups.join(', '))}</span>}
        {open !== null && <span>{terms.concurrent(formatCount(open))}</span>}
      </span>
    </label>
  );
}
