/** The fields of an engine: those of every engine, and those that its kind describes. */
import { engineUrlFault } from '@kinora/shared/models/engine-url';
import { useState } from 'react';
import type { Instance, Kind } from '../../data/operators/engine-queries.ts';
import { SettingControl } from '../../forms/settings/setting-control.tsx';
import { settingPath } from '../../forms/settings/setting-field.ts';
import { normalizeName, bindFields, trimText } from '../../forms/bind-fields.ts';
import { TextField } from '../../ui/fields/field.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { configureMessages } from './configure-messages.ts';
import { isOtherServer } from './engine-draft.ts';
import { LimitFields } from './limit-fields.tsx';
import { SecretField } from './secret-field.tsx';
import type { EngineDraftState } from './use-engine-draft.ts';

interface EngineFieldsProps {
  readonly kind: Kind;
  /** Undefined if a new engine is added. */
  readonly instance: Instance | undefined;
  readonly form: EngineDraftState;
  readonly isSecretAsked: boolean;
}

export function EngineFields({ kind, instance, form, isSecretAsked }: EngineFieldsProps) {
  const t = useMessages(configureMessages);
  const { draft, change, errors } = form;
  const bind = bindFields(draft, change, errors);
  return (
    <>
      {!instance && <Name form={form} />}
      {kind.address === 'required' && <Address form={form} />}
      {kind.secret !== 'none' && (
        <SecretField
          kind={kind}
          stored={instance?.secret ?? null}
          secret={draft.secret}
          isMoved={instance !== undefined && isOtherServer(draft.url, instance.url ?? '')}
          isRequested={isSecretAsked}
          error={errors.at('secret')}
          onChange={secret => change({ secret })}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
        <TextField
          label={t.slots}
          hint={t.slotsHint}
          inputMode="numeric"
          autoComplete="off"
          {...bind('slots', { convert: trimText })}
        />
        <TextField
          label={t.hours}
          hint={t.hoursHint}
          autoComplete="off"
          spellCheck={false}
          {...bind('hours')}
        />
      </div>
      <LimitFields draft={draft} errors={errors} onChange={change} />
      <Settings form={form} />
    </>
  );
}

function Name({ form: { draft, change, errors } }: Pick<EngineFieldsProps, 'form'>) {
  const t = useMessages(configureMessages);
  const bind = bindFields(draft, change, errors);
  return (
    <TextField
      label={t.name}
      hint={t.nameHint}
      placeholder="gpu-1"
      maxLength={40}
      autoComplete="off"
      spellCheck={false}
      data-focus
      {...bind('engine', { convert: normalizeName })}
    />
  );
}

/**
 * Shows a fault of the address when the field loses the focus, because the server reports one error at a
 * time.
 */
function Address({ form: { draft, change, errors } }: Pick<EngineFieldsProps, 'form'>) {
  const t = useMessages(configureMessages);
  const bind = bindFields(draft, change, errors);
  const [leftUrl, setLeftUrl] = useState('');
  const fault = draft.url !== '' && draft.url === leftUrl ? engineUrlFault(draft.url) : undefined;
  return (
    <TextField
      label={t.url}
      hint={t.urlHint}
      {...bind('url', { convert: trimText })}
      error={fault ? t.urlFaults[fault] : errors.at('url')}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      onBlur={() => setLeftUrl(draft.url)}
    />
  );
}

function Settings({ form }: Pick<EngineFieldsProps, 'form'>) {
  const t = useMessages(configureMessages);
  const { fields, settings, changeSetting, errors, unreadable } = form;
  if (fields.length === 0) return null;
  return (
    <section aria-label={t.settings} className="grid gap-4 border-t border-line pt-4">
      <h3 className="font-semibold">{t.settings}</h3>
      {fields.map(field => (
        <SettingControl
          key={field.name}
          field={field}
          text={settings[field.name]}
          error={unreadable.includes(field.name) ? t.notJson : errors.at(settingPath(field.name))}
          onChange={text => changeSetting(field.name, text)}
        />
      ))}
    </section>
  );
}
