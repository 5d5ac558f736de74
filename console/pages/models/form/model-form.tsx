/** Adds a model, or changes one that was added. */
import { useState } from 'react';
import { fieldErrors } from '../../../data/field-errors.ts';
import { queriesOfModels, type ManagedModel } from '../../../data/models/managed-models.ts';
import { useProcedure } from '../../../data/use-procedure.ts';
import { Button } from '../../../ui/button.tsx';
import { Page } from '../../../ui/page.tsx';
import { ErrorNote } from '../../../ui/page-states.tsx';
import { uiMessages } from '../../../ui/messages.ts';
import { useMessages } from '../../../i18n/catalogue.ts';
import { manageMessages } from '../manage/manage-messages.ts';
import { IdentityPart, TextsPart, type PartProps } from './identity-part.tsx';
import { OperationsPart, VersionsPart } from './image-parts.tsx';
import {
  toAddInput,
  modelToDraft,
  toFields,
  isComplete,
  newDraft,
  withFittingUnit,
  type ModelDraft,
} from './model-draft.ts';
import { PricePart } from './price-part.tsx';
import { SizePart } from './size-part.tsx';
import { VideoPart } from './video-part.tsx';

const fields = [
  'model',
  'name',
  'group',
  'aliases',
  'operations',
  'default_for',
  'versions',
  'sizes',
  'description',
  'description_zh',
  'parameters',
  'references',
  'longest_seconds',
  'price',
];

export interface NewModelProps {
  /** The model that an engine proposes, and the route to it. Absent if the user types the model. */
  readonly proposed?: {
    readonly draft: ModelDraft;
    readonly notes: readonly string[];
    readonly engine: string;
    readonly upstream: string;
    /** Whether a test after saving is suggested. */
    readonly isTested: boolean;
  };
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

export function NewModelForm({ proposed, onSaved, onClose }: NewModelProps) {
  const t = useMessages(manageMessages);
  const [draft, setDraft] = useState<ModelDraft>(() => proposed?.draft ?? newDraft('image'));
  const add = useProcedure('model add', queriesOfModels);
  const addRoute = useProcedure('route add', queriesOfModels);
  const test = useProcedure('engine test', ['covers']);
  const [isTested, setTested] = useState(proposed?.isTested ?? false);
  // A model that was added is not added again if its route fails: the route can be added on its page.
  const route = (model: string) => {
    if (!proposed) return onSaved(model);
    const { engine, upstream } = proposed;
    const onSuccess = () => isTested && test.mutate({ engine, model });
    addRoute.mutate({ model, engine, upstream }, { onSuccess, onSettled: () => onSaved(model) });
  };
  const save = () => add.mutate(toAddInput(draft), { onSuccess: ({ id }) => route(id) });
  const noOperation = draft.operations.length === 0 ? t.noOperation : undefined;
  const errors = fieldErrors(add.error, fields);
  const partProps: PartProps = {
    draft,
    errors,
    onChange: changedDraft => setDraft(withFittingUnit(changedDraft)),
  };
  return (
    <Page title={t.add} intro={proposed ? t.addProposed(proposed.upstream, proposed.engine) : t.addIntro}>
      <div className="max-w-240">
        {proposed && proposed.notes.length > 0 && (
          <ul className="mb-6 grid gap-1 rounded-md bg-raised p-3 text-sm">
            {proposed.notes.map(note => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        <IdentityPart {...partProps} isNew />
        <Abilities {...partProps} />
        <PricePart {...partProps} />
        <TextsPart {...partProps} />
        {proposed && (
          <label className="flex cursor-pointer items-start gap-2.5 border-t border-line py-6">
            <input
              type="checkbox"
              className="mt-0.5 size-4 shrink-0 accent-(--accent)"
              checked={isTested}
              onChange={() => setTested(!isTested)}
            />
            <span>
              <span className="block font-medium">{t.testOnce}</span>
              <span className="block text-sm text-muted">{t.testOnceHint}</span>
            </span>
          </label>
        )}
        <Actions
          missing={noOperation ?? (isComplete(draft) ? undefined : t.incomplete)}
          isBusy={add.isPending || addRoute.isPending}
          error={errors.other}
          {...{ save, onClose }}
        />
      </div>
    </Page>
  );
}

interface ChangeProps {
  readonly model: ManagedModel;
  readonly onClose: () => void;
}

export function ChangeModelForm({ model, onClose }: ChangeProps) {
  const t = useMessages(manageMessages);
  const [draft, setDraft] = useState<ModelDraft>(() => modelToDraft(model));
  const change = useProcedure('model change', queriesOfModels);
  const save = () => change.mutate({ model: model.id, ...toFields(draft) }, { onSuccess: onClose });
  const noOperation = draft.operations.length === 0 ? t.noOperation : undefined;
  const errors = fieldErrors(change.error, fields);
  const partProps: PartProps = { draft, errors, onChange: setDraft };
  return (
    <Page title={t.changeTitle(model.name)} intro={<span className="font-mono text-xs">{model.id}</span>}>
      <div className="max-w-240">
        <IdentityPart {...partProps} isNew={false} />
        <Abilities {...partProps} />
        <TextsPart {...partProps} />
        <Actions
          missing={noOperation}
          isBusy={change.isPending}
          error={errors.other}
          {...{ save, onClose }}
        />
      </div>
    </Page>
  );
}

function Abilities(partProps: PartProps) {
  if (partProps.draft.kind === 'video') return <VideoPart {...partProps} />;
  return (
    <>
      <OperationsPart {...partProps} />
      <SizePart {...partProps} />
      <VersionsPart {...partProps} />
    </>
  );
}

interface ActionsProps {
  /** A message that names the fields to fill in before saving. Undefined if there are none. */
  readonly missing: string | undefined;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly save: () => void;
  readonly onClose: () => void;
}

function Actions({ missing, isBusy, error, save, onClose }: ActionsProps) {
  const t = useMessages(manageMessages);
  const ui = useMessages(uiMessages);
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <ErrorNote error={error} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {missing && <p className="mr-auto text-sm text-muted">{missing}</p>}
        <Button onClick={onClose}>{ui.cancel}</Button>
        <Button kind="primary" busy={isBusy} disabled={missing !== undefined} onClick={save}>
          {t.save}
        </Button>
      </div>
    </div>
  );
}
