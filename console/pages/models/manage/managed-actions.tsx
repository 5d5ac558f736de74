/** The actions of operators on a model: set its price, change it and remove it. */
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BadgeDollarSign, Pencil, Trash } from '../../../icons/icons.ts';
import { queriesOfModels, type ManagedModel } from '../../../data/models/managed-models.ts';
import { useProcedure } from '../../../data/use-procedure.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useMessages } from '../../../i18n/catalogue.ts';
import { manageMessages } from './manage-messages.ts';

/** While its page is open, a removed model must not be fetched again. */
const listsOfModels = queriesOfModels.filter(key => key !== 'model facts');

interface ManagedActionsProps {
  readonly model: ManagedModel;
  readonly onEdit: () => void;
}

export function ManagedActions({ model, onEdit }: ManagedActionsProps) {
  const t = useMessages(manageMessages);
  const navigate = useNavigate();
  const client = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const remove = useProcedure('model remove', listsOfModels);
  const isOwn = model.management.source === 'operator';
  const run = async () => {
    await remove.mutateAsync({ model: model.id });
    await navigate({ to: '/models' });
    await client.invalidateQueries({ queryKey: ['model facts'] });
  };
  return (
    <>
      <Link to="/prices" search={{ model: model.id }} className={buttonClasses()}>
        <BadgeDollarSign size={16} aria-hidden />
        {t.prices}
      </Link>
      {isOwn && (
        <>
          <Button icon={Pencil} onClick={onEdit}>
            {t.change}
          </Button>
          <Button kind="danger" icon={Trash} onClick={() => setRemoving(true)}>
            {t.remove}
          </Button>
        </>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t.confirmRemove(model.name)}
          confirm={t.remove}
          word={model.id}
          run={run}
          onClose={() => setRemoving(false)}
        >
          {t.removeDescription}
        </ConfirmDialog>
      )}
    </>
  );
}
