/** The aliases of models: other names by which clients ask for them, in all groups or in one. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Plus, Tag } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { queriesOfModels } from '../../data/models/managed-models.ts';
import { aliasesQuery, type Alias } from '../../data/operators/operator-queries.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { EmptyState, ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { Page } from '../../ui/page.tsx';
import { AliasForm } from './alias-form.tsx';
import { aliasMessages } from './messages.ts';

interface Search {
  readonly [name: string]: string | undefined;
  /** The form of a new alias is open. */
  readonly add?: string;
  /** The name and the model of the new alias. */
  readonly alias?: string;
  readonly model?: string;
}

export function AliasesPage() {
  const t = useMessages(aliasMessages);
  const { data: aliases, error, refetch } = useQuery(aliasesQuery);
  const [{ add, alias = '', model = '' }, setAddress] = useAddress<Search>();
  const [editedAlias, setEditedAlias] = useState<Alias>();
  const open = () => setAddress({ add: 'alias' });
  const close = () => {
    setEditedAlias(undefined);
    setAddress({ add: undefined, alias: undefined, model: undefined });
  };
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        <>
          <Link to="/models" className={buttonClasses()}>
            {t.models}
          </Link>
          <Button kind="primary" icon={Plus} onClick={open}>
            {t.add}
          </Button>
        </>
      }
    >
      <ErrorNote error={error} onRetry={() => refetch()} />
      {!aliases && !error && <SkeletonRows />}
      {aliases?.length === 0 && (
        <EmptyState icon={Tag} title={t.none}>
          <p>{t.noneHint}</p>
        </EmptyState>
      )}
      {aliases && aliases.length > 0 && <AliasList aliases={aliases} onEdit={setEditedAlias} />}
      {aliases && (editedAlias ?? add) && (
        <AliasForm
          aliases={aliases}
          editedAlias={editedAlias}
          initial={{ alias, model, group: null }}
          onClose={close}
        />
      )}
    </Page>
  );
}

interface ListProps {
  readonly aliases: readonly Alias[];
  readonly onEdit: (alias: Alias) => void;
}

function AliasList({ aliases, onEdit }: ListProps) {
  const t = useMessages(aliasMessages);
  const [removing, setRemoving] = useState<Alias>();
  return (
    <>
      <ul aria-label={t.list} className="card divide-y divide-line">
        {aliases.map(alias => (
          <AliasLine
            key={`${alias.alias} ${alias.group}`}
            alias={alias}
            onEdit={() => onEdit(alias)}
            onRemove={() => setRemoving(alias)}
          />
        ))}
      </ul>
      {removing && <RemoveAlias alias={removing} aliases={aliases} onClose={() => setRemoving(undefined)} />}
    </>
  );
}

interface LineProps {
  readonly alias: Alias;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function AliasLine({ alias: { alias, model, group }, onEdit, onRemove }: LineProps) {
  const t = useMessages(aliasMessages);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-mono font-medium wrap-anywhere">{alias}</p>
        <p className="text-sm text-muted wrap-anywhere">
          → <Link to={`/models/${model}`}>{model}</Link> · {group ?? t.allGroups}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="s" aria-label={`${t.edit} ${alias}`} onClick={onEdit}>
          {t.edit}
        </Button>
        <Button size="s" kind="danger" aria-label={`${t.remove} ${alias}`} onClick={onRemove}>
          {t.remove}
        </Button>
      </div>
    </li>
  );
}

interface RemoveProps {
  readonly alias: Alias;
  readonly aliases: readonly Alias[];
  readonly onClose: () => void;
}

function RemoveAlias({ alias: { alias, group }, aliases, onClose }: RemoveProps) {
  const t = useMessages(aliasMessages);
  const remove = useProcedure('alias remove', queriesOfModels);
  const inAll = group === null ? undefined : aliases.find(one => one.alias === alias && one.group === null);
  return (
    <ConfirmDialog
      title={t.confirmRemove(alias)}
      confirm={t.remove}
      run={() => remove.mutateAsync({ alias, ...(group !== null && { group }) })}
      onClose={onClose}
    >
      {inAll ? t.removeFallsBack(inAll.model) : t.removeHint}
    </ConfirmDialog>
  );
}
