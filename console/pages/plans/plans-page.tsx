/** The plans on offer, which everybody may see if models are public. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarSync } from '../../icons/icons.ts';
import { plansQuery } from '../../data/plans.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, ErrorNote, Skeleton } from '../../ui/page-states.tsx';
import { plansMessages } from './messages.ts';
import { PlanOffer } from './plan-offer.tsx';

export function PlansPage() {
  const t = useMessages(plansMessages);
  const { data, error, isLoading, refetch } = useQuery(plansQuery);
  const plans = data?.filter(({ state }) => state === 'offered');
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        <Link to="/models" className={buttonClasses()}>
          {t.seeModels}
        </Link>
      }
    >
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {plans?.length === 0 && <EmptyState icon={CalendarSync} title={t.none} />}
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {isLoading && ['a', 'b', 'c'].map(key => <Skeleton key={key} className="h-72" />)}
        {plans?.map(plan => (
          <li key={plan.id}>
            <PlanOffer plan={plan} />
          </li>
        ))}
      </ul>
    </Page>
  );
}
