/** Confirms the removal of an engine. The server rejects it with a reason while tasks need the engine. */
import { useQuery } from '@tanstack/react-query';
import { engineRoutesQuery, engineQueryKeys, type EngineRoute } from '../../data/operators/engine-queries.ts';
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
  const { data: routes = [] } = useQuery(engineRoutesQuery);
  const models = modelsOnlyOn(engine, routes);
  const remove = useProcedure('engine remove', engineQueryKeys);
  return (
    <ConfirmDialog
      title={t.confirmRemove(engine)}
      confirm={t.remove}
      run={() => remove.mutateAsync({ engine }).then(onRemoved)}
      onClose={onClose}
    >
      <ul className="list-disc pl-5">
        <li>{t.removeRoutes}</li>
        {models.length > 0 && <li className="wrap-anywhere">{t.removeModels(models.join(', '))}</li>}
        <li>{t.removeTasks}</li>
        {!isDrained && <li>{t.removeDrain}</li>}
      </ul>
    </ConfirmDialog>
  );
}

/** The models that no other engine runs. */
function modelsOnlyOn(engine: string, routes: readonly EngineRoute[]): string[] {
  const enabled = routes.filter(route => route.enabled);
  const modelsElsewhere = new Set(enabled.filter(route => route.engine !== engine).map(({ model }) => model));
  return enabled
    .filter(route => route.engine === engine && !modelsElsewhere.has(route.model))
    .map(({ model }) => model);
}
