/**
 * Chooses a plan. The first plan of an account is paid on the page of the provider; a later one replaces it.
 */
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
import { Skeleton } from '../../../ui/page-states.tsx';
import { planMessages } from './plan-messages.ts';
import { planPreviewQuery, planQueryKeys, type OwnPlan, type PlanPreview } from './plan-queries.ts';

interface ChooseProps {
  readonly account: string;
  /** The plan that the account has. */
  readonly ownPlan: OwnPlan | undefined;
  readonly plans: readonly PlanLine[];
  /** The id of the plan that is chosen at first. */
  readonly first: string | undefined;
  readonly methodName: (method: string) => string;
  readonly onClose: () => void;
}

export function ChoosePlan({ account, ownPlan, plans, first, methodName, onClose }: ChooseProps) {
  const t = useMessages(planMessages);
  const { data: options } = useQuery(paymentOptionsQuery);
  const methods = options?.methods.map(({ method }) => method) ?? [];
  const otherPlans = plans.filter(({ name }) => name !== ownPlan?.plan);
  const [chosenName, choose] = useState((otherPlans.find(({ id }) => id === first) ?? otherPlans[0])?.name);
  const [method, setMethod] = useState<string>();
  const buy = useProcedure('plan buy', planQueryKeys);
  const change = useProcedure('subscription switch', planQueryKeys);
  const paymentMethod = method ?? methods[0] ?? 'card';
  const plan = plans.find(({ name }) => name === chosenName);
  const isChange =
    ownPlan !== undefined && plan !== undefined && plan.name !== (ownPlan.next_plan ?? ownPlan.plan);
  const preview = useQuery({ ...planPreviewQuery(account, plan?.name ?? ''), enabled: isChange });
  const openPage = (url: string | null) => (url === null ? onClose() : window.location.assign(url));
  const submit = () => {
    if (!plan) return;
    const previewTime = preview.data?.at ?? undefined;
    if (ownPlan)
      change.mutate(
        { account, plan: plan.name, at: previewTime },
        { onSuccess: answer => openPage(answer.pay_url) },
      );
    else
      buy.mutate(
        { account, plan: plan.name, method: paymentMethod },
        { onSuccess: answer => openPage(answer.url) },
      );
  };
  return (
    <ActionDialog
      title={ownPlan ? t.change : t.choose}
      action={ownPlan ? t.change : t.goToPayment}
      isReady={ownPlan ? isChange && preview.data !== undefined : plan !== undefined}
      isBusy={buy.isPending || change.isPending}
      error={buy.error ?? change.error ?? (isChange ? preview.error : null)}
      onSubmit={submit}
      onClose={onClose}
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t.offered}</legend>
        {plans.map(one => (
          <PlanChoice
            key={one.id}
            plan={one}
            isOwn={one.name === ownPlan?.plan}
            isChosen={one.name === chosenName}
            onChoose={() => choose(one.name)}
          />
        ))}
      </fieldset>
      {!ownPlan && methods.length > 1 && (
        <SelectField
          label={t.method}
          value={paymentMethod}
          choices={methods.map(value => ({ value, label: methodName(value) }))}
          onChange={event => setMethod(event.target.value)}
        />
      )}
      {plan && !ownPlan && <FirstPayment plan={plan} method={paymentMethod} />}
      {isChange && !preview.error && <Consequence preview={preview.data} />}
    </ActionDialog>
  );
}

function FirstPayment({ plan, method }: { readonly plan: PlanLine; readonly method: string }) {
  const t = useMessages(planMessages);
  const buyDescription = t.buyDescription(formatMoney(plan.price, plan.currency));
  return (
    <p className="text-sm text-muted">
      {method === 'card' ? buyDescription : `${buyDescription} ${t.oneMonth}`}
    </p>
  );
}

/**
 * Shows the amount that is charged now and the date from which the new price applies, as the server computes
 * them.
 */
function Consequence({ preview }: { readonly preview: PlanPreview | undefined }) {
  const t = useMessages(planMessages);
  if (!preview) return <Skeleton className="h-10" />;
  const { amount, currency, when, next_price: nextPrice, next_from: nextFrom } = preview;
  const day = nextFrom === null ? '' : formatDay(nextFrom);
  return (
    <div role="status" className="rounded-md border border-line p-3 text-sm">
      <p className="font-semibold">{t.chargedNow(formatMoney(amount, currency))}</p>
      <p className="text-muted">
        {when === 'now' ? t.up : t.down(day)} {t.nextPrice(formatMoney(nextPrice, currency), day)}
      </p>
    </div>
  );
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
