/** The plan of an account: the remaining credit, the date of its renewal, and the buttons to change it. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAddress } from '../../../data/address.ts';
import { plansQuery } from '../../../data/plans.ts';
import { useProcedure } from '../../../data/use-procedure.ts';
import { useCurrency, useUser } from '../../../data/session.ts';
import { useMessages } from '../../../i18n/catalogue.ts';
import { formatDay, formatMoney } from '../../../i18n/format.ts';
import { planTerms } from '../../../prices/plan-terms.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { ActionDialog } from '../../../ui/dialogs/action-dialog.tsx';
import { ErrorNote } from '../../../ui/page-states.tsx';
import { ChoosePlan } from './choose-plan.tsx';
import { ManagePlans } from './manage-plans.tsx';
import { planMessages } from './plan-messages.ts';
import { planQueryKeys, subscriptionQuery, type OwnPlan } from './plan-queries.ts';

interface CardProps {
  readonly account: string;
  readonly methodName: (method: string) => string;
}

/** Shown if the account has a plan, or if there is one to choose. */
export function PlanCard({ account, methodName }: CardProps) {
  const t = useMessages(planMessages);
  const isOperator = useUser().role === 'operator';
  const { data: plan, error } = useQuery(subscriptionQuery(account));
  const { data: plans } = useQuery(plansQuery);
  const [{ ask, plan: initialPlan }, change] =
    useAddress<Readonly<Record<'ask' | 'plan', string | undefined>>>();
  const setChoosing = (isOpen: boolean) => change({ ask: isOpen ? 'plan' : undefined, plan: undefined });
  const offeredPlans = plans?.filter(({ state }) => state === 'offered') ?? [];
  if (error) return <ErrorNote error={error} />;
  const isShown = plan || offeredPlans.length > 0;
  const canChoose = plan !== undefined && offeredPlans.length > 0 && plan?.provider !== 'hand';
  return (
    <>
      {isShown && (
        <section className="card grid gap-3 p-4" aria-label={t.plan}>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h2 className="text-lg font-semibold">{plan ? `${t.plan}: ${plan.plan}` : t.plan}</h2>
            {canChoose && (
              <Button size="s" onClick={() => setChoosing(true)}>
                {plan ? t.change : t.choose}
              </Button>
            )}
          </div>
          {plan ? (
            <OwnPlanStatus plan={plan} account={account} />
          ) : (
            <p className="text-sm text-muted">{t.noPlan}</p>
          )}
        </section>
      )}
      {isOperator && <ManagePlans />}
      {canChoose && ask === 'plan' && (
        <ChoosePlan
          account={account}
          ownPlan={plan ?? undefined}
          plans={offeredPlans}
          first={initialPlan}
          methodName={methodName}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}

function OwnPlanStatus({ plan, account }: { readonly plan: OwnPlan; readonly account: string }) {
  const t = useMessages(planMessages);
  const terms = useMessages(planTerms);
  const currency = useCurrency();
  const {
    credit,
    credit_left: remainingCredit,
    state,
    period_end: end,
    next_plan: nextPlan,
    pay_url: payUrl,
  } = plan;
  const day = end === null ? '' : formatDay(end);
  const share = Math.min(1, Number(remainingCredit ?? 0) / Number(credit));
  return (
    <>
      <p className="text-sm">
        {t.left(formatMoney(remainingCredit, currency), formatMoney(credit, currency))}
      </p>
      <div className="h-2 overflow-hidden rounded-full bg-raised" aria-hidden>
        <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="text-sm text-muted">
        {plan.cancelled ? t.ends(day) : nextPlan === null ? t.renews(day) : t.changes(nextPlan, day)}{' '}
        {terms.month(formatMoney(plan.price, plan.currency))}
      </p>
      {state === 'past_due' && (
        <p role="alert" className="text-sm text-warn">
          {t.failed(plan.rights_until === null ? day : formatDay(plan.rights_until))}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {payUrl !== null && (
          <a className={buttonClasses('primary', 's')} href={payUrl}>
            {t.pay}
          </a>
        )}
        {plan.provider === 'stripe' ? (
          <Controls account={account} isCancelled={plan.cancelled} day={day} />
        ) : (
          plan.provider === 'hand' && <p className="text-sm text-muted">{t.byOperator}</p>
        )}
      </div>
    </>
  );
}

interface ControlProps {
  readonly account: string;
  readonly isCancelled: boolean;
  /** When the plan ends if it is cancelled. */
  readonly day: string;
}

function Controls({ account, isCancelled, day }: ControlProps) {
  const t = useMessages(planMessages);
  const [isAsking, setAsking] = useState(false);
  const cancel = useProcedure('subscription cancel', planQueryKeys);
  const resume = useProcedure('subscription resume', planQueryKeys);
  const portal = useProcedure('subscription portal');
  const openPortal = () =>
    portal.mutate({ account }, { onSuccess: ({ url }) => window.location.assign(url) });
  return (
    <>
      <Button size="s" busy={portal.isPending} onClick={openPortal}>
        {t.card}
      </Button>
      {isCancelled ? (
        <Button size="s" busy={resume.isPending} onClick={() => resume.mutate({ account })}>
          {t.resume}
        </Button>
      ) : (
        <Button size="s" onClick={() => setAsking(true)}>
          {t.cancel}
        </Button>
      )}
      <ErrorNote error={resume.error ?? portal.error} />
      {isAsking && (
        <ActionDialog
          title={t.cancelTitle}
          action={t.cancel}
          kind="danger"
          isBusy={cancel.isPending}
          error={cancel.error}
          onSubmit={() => cancel.mutate({ account }, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>{t.cancelDescription(day)}</p>
        </ActionDialog>
      )}
    </>
  );
}
