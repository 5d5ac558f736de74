/** The dialog that adds an engine or edits one. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Lock } from '../../icons/icons.ts';
import { instanceQuery, kindsQuery, type Instance, type Kind } from '../../data/operators/engine-queries.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { scrollMargin, useScrollIntoView } from '../../ui/use-scroll-into-view.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { configureMessages } from './configure-messages.ts';
import type { EngineDraft } from './engine-draft.ts';
import { EngineFields } from './engine-fields.tsx';
import { KindChoice } from './kind-choice.tsx';
import { useEngineDraft, type OnSaved } from './use-engine-draft.ts';

export interface EnginePreset extends Pick<EngineDraft, 'engine' | 'url'> {
  readonly kind: string;
}

export interface EngineFormProps {
  /** Undefined if a new engine is added. */
  readonly engine: string | undefined;
  /** Whether the secret is to be entered. */
  readonly isSecretAsked: boolean;
  /** The initial values of a new engine: its kind, and the values of its fields. */
  readonly preset?: EnginePreset | undefined;
  readonly onClose: () => void;
  readonly onSaved: OnSaved;
}

/** Loads the kinds and the engine before it shows the form. */
export function EngineForm(props: EngineFormProps) {
  const { engine, onClose } = props;
  const t = useMessages(configureMessages);
  const kinds = useQuery(kindsQuery);
  const instance = useQuery({
    ...instanceQuery(engine ?? ''),
    enabled: engine !== undefined,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const [chosenKind, setChosenKind] = useState<Kind | null>();
  const presetKind = kinds.data?.find(one => one.kind === props.preset?.kind);
  const isLoaded = engine === undefined || instance.isFetchedAfterMount;
  const kind =
    engine === undefined
      ? chosenKind === undefined
        ? presetKind
        : chosenKind
      : kinds.data?.find(one => one.kind === instance.data?.kind);
  if (kind && isLoaded)
    return (
      <FilledForm
        key={kind.kind}
        {...props}
        kind={kind}
        instance={instance.data}
        {...(engine === undefined && { onOtherKind: () => setChosenKind(null) })}
      />
    );
  return (
    <Dialog
      title={engine === undefined ? t.addTitle : t.editTitle(engine)}
      onClose={onClose}
      ignoresOutsideClicks
    >
      <ErrorNote error={kinds.error ?? instance.error} />
      {!kinds.error && !instance.error && (!kinds.data || engine !== undefined) && <SkeletonRows count={4} />}
      {kinds.data && engine === undefined && <KindChoice kinds={kinds.data} onChoose={setChosenKind} />}
    </Dialog>
  );
}

interface FilledFormProps extends EngineFormProps {
  readonly kind: Kind;
  readonly instance: Instance | undefined;
  readonly onOtherKind?: () => void;
}

function presetFields({ kind }: Kind, preset: EnginePreset | undefined): Partial<EngineDraft> {
  return preset?.kind === kind ? { engine: preset.engine, url: preset.url } : {};
}

function FilledForm(props: FilledFormProps) {
  const { kind, instance, isSecretAsked, preset, onClose, onSaved, onOtherKind } = props;
  const t = useMessages(configureMessages);
  const ui = useMessages(uiMessages);
  const isDeclared = instance?.source === 'file';
  const form = useEngineDraft({ kind, instance, preset: presetFields(kind, preset), onSaved });
  const drainNote = useScrollIntoView<HTMLParagraphElement>(form.isDrainNeeded);
  const title = instance ? t.editTitle(instance.name) : t.addTitle;
  return (
    <Dialog
      title={isDeclared ? `${t.viewSettings}: ${instance.name}` : title}
      onClose={onClose}
      ignoresOutsideClicks
      actions={
        !isDeclared && (
          <>
            <Button onClick={form.isWaiting ? form.stop : onClose}>{ui.cancel}</Button>
            <Button type="submit" form={formId} kind="primary" busy={form.isPending} disabled={!form.isReady}>
              {form.isDrainNeeded ? t.drainAndSave : instance ? ui.save : t.addButton}
            </Button>
          </>
        )
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={event => {
          event.preventDefault();
          if (form.isReady && !form.isPending) form.submit();
        }}
      >
        {isDeclared && (
          <p className="mb-4 flex gap-2 rounded-md bg-raised p-3 text-sm">
            <Lock size={16} aria-hidden className="mt-0.5 shrink-0 text-muted" />
            {t.declared}
          </p>
        )}
        <fieldset disabled={isDeclared} className="grid min-w-0 gap-4">
          <div className="flex items-start gap-3">
            <p className="min-w-0 flex-1 text-sm text-muted">
              <span className="font-medium text-text">{kind.title}</span> · {kind.description}
            </p>
            {onOtherKind && (
              <Button size="s" onClick={onOtherKind}>
                {t.changeKind}
              </Button>
            )}
          </div>
          <EngineFields {...{ kind, instance, form, isSecretAsked }} />
          <ErrorNote error={form.errors.other} />
          {form.isDrainNeeded && (
            <p
              ref={drainNote}
              role="status"
              className={classes('rounded-md bg-raised p-3 text-sm', scrollMargin)}
            >
              {form.isWaiting ? t.drainWaiting : t.drainNeeded}
            </p>
          )}
        </fieldset>
      </form>
    </Dialog>
  );
}

const formId = 'engine-form';
