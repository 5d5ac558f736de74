/** The groups of models, with their price factors and access. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Clapperboard, Image, Plus, ShieldExclamationPoint, ShieldOff } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import {
  accountsQuery,
  groupsQuery,
  modelLinesQuery,
  type Group,
  type ModelLine,
} from '../../data/operators/operator-queries.ts';
import { ExamplePicture } from '../../pictures/examples/example-picture.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { GroupForm } from './group-form.tsx';
import { groupMessages } from './messages.ts';

interface Search {
  readonly [name: string]: string | undefined;
  /** The group being edited. A new one is `new`, because empty parameters are removed from the URL. */
  readonly edit?: string;
}

const builtIn = ['image', 'video'];

export function GroupsPage() {
  const t = useMessages(groupMessages);
  const { data, error, refetch } = useQuery(groupsQuery);
  const [{ edit }, setAddress] = useAddress<Search>();
  const editedGroup = data?.find(({ group }) => group === edit);
  const close = () => setAddress({ edit: undefined });
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        <Button kind="primary" icon={Plus} onClick={() => setAddress({ edit: 'new' })}>
          {t.create}
        </Button>
      }
    >
      <ErrorNote error={error} onRetry={() => refetch()} />
      {!data && !error && <SkeletonRows />}
      <ul aria-label={t.groups} className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {data?.map(group => (
          <li key={group.group} className="grid">
            <GroupCard group={group} onEdit={() => setAddress({ edit: group.group })} />
          </li>
        ))}
      </ul>
      {(editedGroup || edit === 'new') && <GroupForm key={edit} group={editedGroup} onClose={close} />}
    </Page>
  );
}

interface CardProps {
  readonly group: Group;
  readonly onEdit: () => void;
}

function GroupCard({ group, onEdit }: CardProps) {
  const t = useMessages(groupMessages);
  const ui = useMessages(uiMessages);
  const [asking, setAsking] = useState<'remove' | 'close'>();
  const close = useProcedure('group close', ['groups']);
  const remove = useProcedure('group delete', ['groups']);
  const isBuiltIn = builtIn.includes(group.group);
  const Icon = group.kind === 'video' ? Clapperboard : Image;
  return (
    <article className="card flex flex-col overflow-hidden">
      <Models group={group} />
      <div className="flex flex-1 flex-col p-4">
        <div className="flex items-start justify-between gap-3">
          <h2 className="flex min-w-0 flex-wrap items-center gap-2 text-lg font-semibold">
            <Icon size={18} className="text-muted" aria-hidden />
            <span className="wrap-anywhere">{group.group}</span>
            <span className="text-sm font-normal text-muted">
              {ui.kind[group.kind]}
              {isBuiltIn && ` · ${t.builtIn}`}
            </span>
          </h2>
          <span className="tabular text-lg font-semibold" title={t.factor}>
            × {Number(group.factor)}
          </span>
        </div>
        <Facts group={group} />
        <div className="mt-auto flex gap-2 pt-4">
          <Button size="s" onClick={onEdit}>
            {t.change}
          </Button>
          {group.open && (
            <Button size="s" onClick={() => setAsking('close')}>
              {t.close}
            </Button>
          )}
          {!isBuiltIn && (
            <Button size="s" kind="danger" onClick={() => setAsking('remove')}>
              {t.remove}
            </Button>
          )}
        </div>
      </div>
      {asking === 'close' && (
        <ConfirmDialog
          title={t.confirmClose(group.group)}
          confirm={t.close}
          isDanger={false}
          run={() => close.mutateAsync({ group: group.group })}
          onClose={() => setAsking(undefined)}
        >
          {t.closeDescription}
        </ConfirmDialog>
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          title={t.confirmRemove(group.group)}
          confirm={t.remove}
          run={() => remove.mutateAsync({ group: group.group })}
          onClose={() => setAsking(undefined)}
        >
          {t.removeDescription}
        </ConfirmDialog>
      )}
    </article>
  );
}

const maxPictures = 5;

/** The kinds of results of its models. */
function Models({ group }: Pick<CardProps, 'group'>) {
  return (
    <div className="flex h-28 gap-px bg-raised">
      {useGroupModels(group)
        .slice(0, maxPictures)
        .map(({ id, kind }) => (
          <ExamplePicture key={id} model={id} kind={kind} className="h-full min-w-0 flex-1" />
        ))}
    </div>
  );
}

function useGroupModels(group: Group): readonly ModelLine[] {
  const { data: models = [] } = useQuery(modelLinesQuery);
  return models.filter(model => group.models?.includes(model.id) ?? model.group === group.group);
}

function Facts({ group }: { readonly group: Group }) {
  const t = useMessages(groupMessages);
  const { data: accounts = [] } = useQuery(accountsQuery);
  const groupModels = useGroupModels(group);
  const accountName = (id: string) => accounts.find(account => account.id === id)?.name ?? id;
  const closedTo = ({ accounts: ids = [], new_accounts: includesNewAccounts }: Group) =>
    [...ids.map(accountName), ...(includesNewAccounts ? [t.newAccounts] : [])].join(', ') || t.nobody;
  const Shield = group.moderated ? ShieldExclamationPoint : ShieldOff;
  return (
    <dl className="mt-3 grid gap-2 text-sm">
      <div>
        <dt className="text-muted">{group.models ? t.chosen : t.byCard}</dt>
        <dd>{groupModels.map(({ name }) => name).join(', ')}</dd>
      </div>
      <div>
        <dt className="text-muted">{t.who}</dt>
        <dd className="wrap-anywhere">{group.open ? t.everybody : closedTo(group)}</dd>
      </div>
      {group.default_version !== null && (
        <div>
          <dt className="text-muted">{t.defaultVersion}</dt>
          <dd>{group.default_version}</dd>
        </div>
      )}
      <div className="flex items-center gap-1.5">
        <dt className="sr-only">{t.moderated}</dt>
        <dd className={group.moderated ? 'flex items-center gap-1.5' : 'flex items-center gap-1.5 text-warn'}>
          <Shield size={14} aria-hidden />
          {group.moderated ? t.moderated : t.notModerated}
        </dd>
      </div>
    </dl>
  );
}
