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
  additionOf,
  draftOfModel,
  fieldsOf,
  isComplete,
  newDraft,
  withFittingUnit,
  type ModelDraft,
} from './model-draft.ts';
import { PricePart } from './price-part.tsx';
import { VideoPart } from './video-part.tsx';

const fields = [
  'model',
  'name',
  'group',
  'aliases',
  'operations',
  'default_for',
  'versions',
  'description',
  'description_zh',
  'parameters',
  'references',
  'longest_seconds',
  'price',
];

interface NewModelProps {
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

export function NewModelForm({ onSaved, onClose }: NewModelProps) {
  const t = useMessages(manageMessages);
  const [draft, setDraft] = useState<ModelDraft>(() => newDraft('image'));
  const add = useProcedure('model add', queriesOfModels);
  const save = () => add.mutate(additionOf(draft), { onSuccess: ({ id }) => onSaved(id) });
  const noOperation = draft.operations.length === 0 ? t.noOperation : undefined;
  const errors = fieldErrors(add.error, fields);
  const part: PartProps = { draft, errors, onChange: changed => setDraft(withFittingUnit(changed)) };
  return (
    <Page title={t.add} intro={t.addIntro}>
      <div className="max-w-240">
        <IdentityPart {...part} isNew />
        <Abilities {...part} />
        <PricePart {...part} />
        <TextsPart {...part} />
        <Actions
          missing={noOperation ?? (isComplete(draft) ? undefined : t.incomplete)}
          isBusy={add.isPending}
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
  const [draft, setDraft] = useState<ModelDraft>(() => draftOfModel(model));
  const change = useProcedure('model change', queriesOfModels);
  const save = () => change.mutate({ model: model.id, ...fieldsOf(draft) }, { onSuccess: onClose });
  const noOperation = draft.operations.length === 0 ? t.noOperation : undefined;
  const errors = fieldErrors(change.error, fields);
  const part: PartProps = { draft, errors, onChange: setDraft };
  return (
    <Page title={t.changeTitle(model.name)} intro={<span className="font-mono text-xs">{model.id}</span>}>
      <div className="max-w-240">
        <IdentityPart {...part} isNew={false} />
        <Abilities {...part} />
        <TextsPart {...part} />
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

function Abilities(part: PartProps) {
  if (part.draft.kind === 'video') return <VideoPart {...part} />;
  return (
    <>
      <OperationsPart {...part} />
      <VersionsPart {...part} />
    </>
  );
}

interface ActionsProps {
  /** What must be entered before it can be saved. */
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
