/** Name, purpose and limits of a workflow, and what is missing before it can be saved. */
import { CircleCheck, TriangleExclamationPoint } from '../../icons/icons.ts';
import { fieldErrors } from '../../data/field-errors.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { isRunnable, missingSlots, type WorkflowDraft } from './draft.ts';
import { slotName, workflowMessages } from './messages.ts';

interface WorkflowFormProps {
  readonly draft: WorkflowDraft;
  readonly onChange: (fields: Partial<WorkflowDraft>) => void;
  /** Whether saving replaces a workflow. */
  readonly isReplacing: boolean;
  readonly error: Error | null;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onCancel: () => void;
}

export function WorkflowForm(props: WorkflowFormProps) {
  const { draft, onChange, isReplacing, error, isSaving, onSave, onCancel } = props;
  const t = useMessages(workflowMessages);
  const errors = fieldErrors(error, ['family', 'primitive']);
  const bind = bindFields(draft, onChange, errors);
  const isShipped = draft.read.shipped.includes(draft.family);
  const canSave = draft.family !== '' && !isShipped && isRunnable(draft);
  return (
    <form
      noValidate
      className="card grid content-start gap-4 self-start p-4 lg:sticky lg:top-4 lg:order-last"
      onSubmit={event => {
        event.preventDefault();
        if (canSave && !isSaving) onSave();
      }}
    >
      <Problems draft={draft} />
      <SelectField
        label={t.primitive}
        {...bind('primitive')}
        choices={Object.keys(draft.read.needs).map(value => ({
          value,
          label: (t.primitives as Readonly<Record<string, string>>)[value] ?? value,
        }))}
      />
      <TextField
        label={t.family}
        hint={isReplacing ? t.replaces : t.familyHint}
        {...bind('family')}
        error={isShipped ? t.familyShipped : errors.at('family')}
        maxLength={64}
        spellCheck={false}
      />
      <Limits draft={draft} onChange={onChange} />
      <ErrorNote error={errors.other} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{t.cancel}</Button>
        <Button type="submit" kind="primary" busy={isSaving} disabled={!canSave}>
          {t.save}
        </Button>
      </div>
    </form>
  );
}

function Problems({ draft }: Pick<WorkflowFormProps, 'draft'>) {
  const t = useMessages(workflowMessages);
  const missing = missingSlots(draft).map(name => slotName(t, name));
  const problems = [
    ...draft.read.mistakes.map(t.mistake),
    ...(missing.length > 0 ? [t.missing(missing.join(', '))] : []),
  ];
  const isReady = problems.length === 0;
  const Icon = isReady ? CircleCheck : TriangleExclamationPoint;
  return (
    <div role="status" className="grid gap-2 text-sm">
      {(isReady ? [t.ready] : problems).map(text => (
        <p key={text} className="flex gap-2">
          <Icon size={18} aria-hidden className={isReady ? 'shrink-0 text-ok' : 'shrink-0 text-warn'} />
          <span className="min-w-0 wrap-anywhere">{text}</span>
        </p>
      ))}
    </div>
  );
}

function Limits({ draft, onChange }: Pick<WorkflowFormProps, 'draft' | 'onChange'>) {
  const t = useMessages(workflowMessages);
  if (draft.primitive === 'ask') return null;
  const bind = bindFields(draft, onChange);
  const number = { type: 'number', min: 0, step: 'any' };
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextField label={t.megapixels} hint={t.megapixelsHint} {...number} {...bind('megapixels')} />
      <TextField label={t.multiple} placeholder="8" {...number} {...bind('multiple')} />
      {draft.primitive === 'clip' && (
        <>
          <TextField
            label={t.framesPerSecond}
            hint={t.framesPerSecondHint}
            {...number}
            {...bind('framesPerSecond')}
          />
          <TextField
            label={t.frameMultiple}
            hint={t.frameMultipleHint}
            {...number}
            {...bind('frameMultiple')}
          />
        </>
      )}
    </div>
  );
}
