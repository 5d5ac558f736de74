/** Confirms the removal of an engine. The server refuses while tasks need it, and says why. */
import { queriesOfEngines } from '../../data/operators/engine-queries.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { configureMessages } from './configure-messages.ts';

interface RemoveEngineProps {
  readonly engine: string;
  readonly isDrained: boolean;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

export function RemoveEngine({ engine, isDrained, onRemoved, onClose }: RemoveEngineProps) {
  const t = useMessages(configureMessages);
  const remove = useProcedure('engine remove', queriesOfEngines);
  return (
    <ConfirmDialog
      title={t.confirmRemove(engine)}
      confirm={t.remove}
      run={() => remove.mutateAsync({ engine }).then(onRemoved)}
      onClose={onClose}
    >
      <ul className="list-disc pl-5">
        <li>{t.removeRoutes}</li>
        <li>{t.removeTasks}</li>
        {!isDrained && <li>{t.removeDrain}</li>}
      </ul>
    </ConfirmDialog>
  );
}
