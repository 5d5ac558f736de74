/** Adds or changes a route: which engine runs the model, and on what terms. */
import { useState } from 'react';
import { fieldErrors } from '../../../data/field-errors.ts';
import { queriesOfModels, type Route } from '../../../data/models/managed-models.ts';
import type { ModelDetails } from '../../../data/models/models.ts';
import { useProcedure } from '../../../data/use-procedure.ts';
import { bindFields } from '../../../forms/bind-fields.ts';
import { ActionDialog } from '../../../ui/dialogs/action-dialog.tsx';
import { SelectField } from '../../../ui/fields/field.tsx';
import { useMessages } from '../../../i18n/catalogue.ts';
import { manageMessages } from '../manage/manage-messages.ts';
import { routeToDraft, newRoute, toTerms, type RouteDraft } from './route-draft.ts';
import { TermFields } from './term-fields.tsx';
import { UpstreamField } from './upstream-field.tsx';

const fields = [
  'engine',
  'upstream',
  'priority',
  'weight',
  'tiers',
  'timeout_seconds',
  'cost',
  'cost_unit',
  'parameters',
];

interface RouteDialogProps {
  readonly model: ModelDetails;
  /** Undefined adds a route. */
  readonly route: Route | undefined;
  /** Engines without a route to the model. */
  readonly engines: readonly string[];
  /** Other engines have a route to the model. */
  readonly hasRoutes: boolean;
  readonly onClose: () => void;
}

export function RouteDialog({ model, route, engines, hasRoutes, onClose }: RouteDialogProps) {
  const t = useMessages(manageMessages);
  const [draft, setDraft] = useState<RouteDraft>(() =>
    route ? routeToDraft(model.kind, route) : newRoute(model.kind, engines[0] ?? ''),
  );
  const save = useProcedure(route ? 'route change' : 'route add', queriesOfModels);
  const submit = () =>
    save.mutate({ model: model.id, engine: draft.engine, ...toTerms(draft) }, { onSuccess: onClose });
  const errors = fieldErrors(save.error, fields);
  const change = (changes: Partial<RouteDraft>) => setDraft({ ...draft, ...changes });
  const bind = bindFields(draft, change, errors);
  return (
    <ActionDialog
      title={route ? t.changeRoute(route.engine) : t.addRouteTo(model.name)}
      action={route ? t.save : t.addRoute}
      isReady={draft.engine !== ''}
      isBusy={save.isPending}
      error={errors.other}
      onSubmit={submit}
      onClose={onClose}
      ignoresOutsideClicks
    >
      {!route && (
        <SelectField
          label={t.engine}
          hint={hasRoutes ? (engines.length === 0 ? t.noEngines : t.otherEngines) : undefined}
          {...bind('engine')}
          choices={engines.map(value => ({ value, label: value }))}
        />
      )}
      <UpstreamField
        engine={draft.engine}
        model={model.id}
        value={draft.upstream}
        error={errors.at('upstream')}
        onChange={upstream => change({ upstream })}
      />
      <TermFields draft={draft} model={model} errors={errors} onChange={change} />
    </ActionDialog>
  );
}
