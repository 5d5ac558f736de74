/** One plan on offer: its price, what it gives, and how to start it. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Check } from '../../icons/icons.ts';
import type { PlanLine } from '../../data/plans.ts';
import { hasRole, sessionQuery, useAbout, useCurrency } from '../../data/session.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { formatCount, formatMoney } from '../../i18n/format.ts';
import { planTerms } from '../../prices/plan-terms.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { plansMessages } from './messages.ts';

/** The maximum number of model names on a plan. The page of models has all of them. */
const mostNames = 6;

export function PlanOffer({ plan }: { readonly plan: PlanLine }) {
  const terms = useMessages(planTerms);
  const { name, description, price, credit, groups, max_open: concurrent } = plan;
  const currency = useCurrency();
  return (
    <article aria-label={name} className="card flex h-full flex-col gap-3 p-5">
      <h2 className="text-lg font-semibold wrap-anywhere">{name}</h2>
      <p className="tabular text-xl font-semibold">{terms.month(formatMoney(price, plan.currency))}</p>
      {description !== '' && <p className="text-sm text-muted">{description}</p>}
      <ul className="grid gap-2 text-sm">
        <Term>{terms.credit(formatMoney(credit, currency))}</Term>
        <Term>
          <Models plan={plan} />
        </Term>
        {groups.length > 0 && <Term>{terms.groups(groups.join(', '))}</Term>}
        {concurrent !== null && <Term>{terms.concurrent(formatCount(concurrent))}</Term>}
      </ul>
      <div className="mt-auto flex flex-wrap gap-2 border-t border-line pt-4">
        <Start plan={plan.id} />
      </div>
    </article>
  );
}

function Term({ children }: { readonly children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <Check size={16} className="mt-0.5 shrink-0 text-ok" aria-hidden />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}

/** The models of its groups. A plan without groups has the models that everybody can use. */
function Models({ plan: { groups, models } }: { readonly plan: PlanLine }) {
  const t = useMessages(plansMessages);
  if (groups.length === 0) return t.openModels;
  const hiddenCount = models.length - mostNames;
  return (
    <>
      {t.models}{' '}
      {models.slice(0, mostNames).map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to={`/models/${id}`} className="text-accent underline underline-offset-2">
            {name}
          </Link>
        </span>
      ))}{' '}
      {hiddenCount > 0 && t.more(hiddenCount)}
    </>
  );
}

/**
 * Visitors come back to the plan after signing in or signing up. Only owners choose the plan of an account.
 * `plan`: its id.
 */
function Start({ plan }: { readonly plan: string }) {
  const t = useMessages(plansMessages);
  const { data: user } = useQuery(sessionQuery);
  const { sign_up: signUp } = useAbout();
  if (user && !hasRole(user, 'owner')) return <p className="text-sm text-muted">{t.byOwner}</p>;
  if (user)
    return (
      <Link to="/ledger" search={{ ask: 'plan', plan }} className={buttonClasses('primary')}>
        {t.choose}
      </Link>
    );
  const isOpen = signUp === 'open';
  return (
    <>
      {isOpen && (
        <Link to="/sign-up" search={{ plan }} className={buttonClasses('primary')}>
          {t.signUp}
        </Link>
      )}
      <Link to="/sign-in" search={{ plan }} className={buttonClasses(isOpen ? 'plain' : 'primary')}>
        {t.signIn}
      </Link>
    </>
  );
}
