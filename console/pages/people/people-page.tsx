/** The users of an account, and its open invitations. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CircleCheck, CircleSlash, UserPlus } from '../../icons/icons.ts';
import { useOtherAccount } from '../../data/operators/other-account.ts';
import { useAddress } from '../../data/address.ts';
import { useUser } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { Page } from '../../ui/page.tsx';
import { Money, RelativeTime } from '../../ui/formatted-values.tsx';
import { ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { peopleQuery, type Person } from './people.ts';
import { PersonPanel } from './person-panel.tsx';
import { peopleMessages } from './messages.ts';

type PeopleAddress = Readonly<Record<'open' | 'account', string | undefined>>;

export function PeoplePage() {
  const t = useMessages(peopleMessages);
  const user = useUser();
  const [address, change] = useAddress<PeopleAddress>();
  const [isInviting, setInviting] = useState(false);
  const account = address.account ?? user.account;
  const otherAccount = useOtherAccount(account);
  const { data: people, error, refetch } = useQuery(peopleQuery(account));
  const columns = useColumns();
  const open = people?.find(({ id }) => id === address.open);
  return (
    <Page
      title={t.title}
      intro={otherAccount === undefined ? t.intro : t.accountIntro(otherAccount)}
      actions={
        <Button kind="primary" icon={UserPlus} onClick={() => setInviting(true)}>
          {t.invite}
        </Button>
      }
    >
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {people ? (
        <Table
          label={t.list}
          columns={columns}
          rows={people}
          toKey={({ id }) => id}
          openKey={open?.id}
          onOpen={({ id }) => change({ open: id }, { isStep: true })}
        />
      ) : (
        !error && <SkeletonRows />
      )}
      <Invitations account={account} />
      {isInviting && <InviteDialog account={account} onClose={() => setInviting(false)} />}
      {open && <PersonPanel key={open.id} person={open} onClose={() => change({ open: undefined })} />}
    </Page>
  );
}

function useColumns(): readonly Column<Person>[] {
  const t = useMessages(peopleMessages);
  const user = useUser();
  const [, change] = useAddress<PeopleAddress>();
  return [
    {
      key: 'name',
      title: t.columns.name,
      cell: ({ id, name, email }) => (
        <span className="block py-1">
          <button
            type="button"
            className="min-h-6 text-left font-medium hover:underline"
            onClick={() => change({ open: id }, { isStep: true })}
          >
            {name}
          </button>
          {id === user.id && <span className="ml-2 text-xs text-muted">{t.you}</span>}
          <span className="block text-xs text-muted wrap-anywhere">{email}</span>
        </span>
      ),
    },
    {
      key: 'role',
      title: t.columns.role,
      cell: ({ role }) => <span title={t.roleDescriptions[role]}>{t.roles[role]}</span>,
    },
    { key: 'state', title: t.columns.state, cell: ({ state }) => <PersonState state={state} /> },
    {
      key: 'spent',
      title: t.columns.spent,
      isNumber: true,
      isNamed: true,
      cell: ({ spent_this_month: spentAmount, budget }) => (
        <span className={classes(isAlmostUsed(spentAmount, budget) && 'text-warn')}>
          <Money amount={spentAmount} />
          {budget !== null && (
            <span className="text-muted">
              {' / '}
              <Money amount={budget} />
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'seen',
      title: t.columns.seen,
      isNamed: true,
      cell: ({ last_sign_in }) =>
        last_sign_in ? <RelativeTime time={last_sign_in} /> : <span className="text-muted">{t.never}</span>,
    },
    {
      key: 'since',
      title: t.columns.since,
      isWide: true,
      cell: ({ created }) => <RelativeTime time={created} />,
    },
  ];
}

function isAlmostUsed(spentAmount: string | undefined, budget: string | null): boolean {
  return budget !== null && Number(spentAmount ?? 0) >= Number(budget) * 0.95;
}

function PersonState({ state }: Pick<Person, 'state'>) {
  const t = useMessages(peopleMessages);
  const Icon = state === 'active' ? CircleCheck : CircleSlash;
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 whitespace-nowrap',
        state === 'active' ? 'text-ok' : 'text-muted',
      )}
    >
      <Icon size={14} aria-hidden />
      {t.states[state]}
    </span>
  );
}
