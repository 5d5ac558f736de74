/** The state of the form of an engine: its values, and how it is sent. */
import { useMemo, useState } from 'react';
import { fieldErrors, type FieldErrors } from '../../data/field-errors.ts';
import { engineQueryKeys, type Instance, type Kind } from '../../data/operators/engine-queries.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import {
  readSettings,
  settingFields,
  settingPath,
  fillTexts,
  type SettingField,
  type SettingTexts,
} from '../../forms/settings/setting-field.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { configureMessages } from './configure-messages.ts';
import { toDraft, noDraft, toAddInput, toChangeInput, type EngineDraft } from './engine-draft.ts';
import { isInUse, useDrainedSave } from './use-drained-save.ts';

export interface EngineDraftState {
  readonly draft: EngineDraft;
  readonly change: (fields: Partial<EngineDraft>) => void;
  readonly fields: readonly SettingField[];
  readonly settings: SettingTexts;
  readonly changeSetting: (name: string, text: string) => void;
  readonly errors: FieldErrors;
  /** Names of the settings whose text is not JSON. */
  readonly unreadable: readonly string[];
  /** Whether all required fields are filled in. */
  readonly isReady: boolean;
  readonly isPending: boolean;
  readonly submit: () => void;
  /** Whether the change needs a drained engine. Saving it again then drains the engine first. */
  readonly isDrainNeeded: boolean;
  /** Whether saving waits for tasks of the engine to end. */
  readonly isWaiting: boolean;
  /** Stops waiting for tasks. */
  readonly stop: () => void;
}

/** `isProbed`: the engine is probed first, because its URL or its secret has changed. */
export type OnSaved = (engine: string, options: { readonly isProbed: boolean }) => void;

interface Options {
  readonly kind: Kind;
  /** Undefined if a new engine is added. */
  readonly instance: Instance | undefined;
  /** The initial values of the fields, if the engine is new. */
  readonly preset?: Partial<EngineDraft> | undefined;
  readonly onSaved: OnSaved;
}

export function useEngineDraft({ kind, instance, preset, onSaved }: Options): EngineDraftState {
  const fields = useMemo(() => settingFields(kind.settings), [kind]);
  // The engine as it was when the form was opened. Only the fields that differ from it are sent.
  const [before] = useState(() =>
    instance ? toDraft(instance) : { ...noDraft, url: kind.default_url ?? '', ...preset },
  );
  const [settingsBefore] = useState(() => (instance ? fillTexts(fields, instance.settings) : {}));
  const [draft, setDraft] = useState(before);
  const [settings, setSettings] = useState(settingsBefore);
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);
  const add = useProcedure('engine add', engineQueryKeys);
  const save = useProcedure('engine change', engineQueryKeys);
  const t = useMessages(configureMessages);
  const drainedSave = useDrainedSave(t.drainReason, instance?.drained ?? false);
  const isDrainNeeded = isInUse(save.error) && draft.url !== before.url;
  const submit = () => {
    const parsedSettings = readSettings(fields, settings, settingsBefore);
    setUnreadable(parsedSettings.unreadable);
    if (parsedSettings.unreadable.length > 0) return;
    const isProbed = !instance || draft.secret !== before.secret || draft.url !== before.url;
    const onSuccess = () => onSaved(draft.engine, { isProbed });
    if (instance)
      (isDrainNeeded ? drainedSave.save : save.mutate)(toChangeInput(draft, before, parsedSettings.values), {
        onSuccess,
      });
    else add.mutate(toAddInput(draft, kind.kind, parsedSettings.values), { onSuccess });
  };
  const shownFields = [...Object.keys(draft), ...fields.map(({ name }) => settingPath(name))];
  return {
    draft,
    change: changes => setDraft(current => ({ ...current, ...changes })),
    fields,
    settings,
    changeSetting: (name, text) => setSettings(current => ({ ...current, [name]: text })),
    errors: fieldErrors(add.error ?? drainedSave.error ?? (isDrainNeeded ? null : save.error), shownFields),
    unreadable,
    isReady: draft.engine !== '' && (kind.address === 'none' || draft.url !== ''),
    isPending: add.isPending || save.isPending || drainedSave.isPending,
    submit,
    isDrainNeeded,
    isWaiting: drainedSave.isWaiting,
    stop: drainedSave.stop,
  };
}
