/** The parameters as controls that read and write the prompt's text. */
import type { ReactNode } from 'react';
import { fromStylizeScale, stylizeRange, defaultStylize } from '@kinora/shared/prompt/stylize-scale';
import { versionFlag } from '@kinora/shared/prompt/image-versions';
import { hasParameter } from '../../prompt/has-parameter.ts';
import { SelectField, SwitchField, TextField } from '../../ui/fields/field.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { Slider } from '../../ui/fields/slider.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { AspectChoice } from './aspect-choice.tsx';
import { SeedChoice } from './seed-choice.tsx';
import { SpeedChoice } from './speed-choice.tsx';
import type { Create } from './state/use-create.ts';
import { imageMessages } from './messages.ts';

export function SettingsPanel({ create }: { readonly create: Create }) {
  return (
    <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      <div className="grid min-w-0 content-start gap-5">
        <AspectChoice create={create} />
        <SpeedChoice create={create} />
        <StyleControls create={create} />
        <QualityChoice create={create} />
      </div>
      <div className="grid min-w-0 content-start gap-5">
        <ParameterSliders create={create} />
        <SeedChoice create={create} />
        <NegativePrompt create={create} />
      </div>
    </div>
  );
}

function StyleControls({ create }: { readonly create: Create }) {
  const t = useMessages(imageMessages);
  const { typedPrompt, draft, set } = create;
  const { version, style, tile } = draft.read;
  const choices = typedPrompt.versions.map(value => ({
    value,
    label: value === typedPrompt.version ? t.serversOwn(value) : value,
  }));
  return (
    <div className="grid gap-3">
      <SelectField
        label={t.version}
        value={version}
        choices={choices}
        onChange={({ target: { value } }) =>
          set('version', value === typedPrompt.version ? undefined : versionFlag(value))
        }
      />
      <div className="grid grid-cols-2 gap-3">
        <Flag
          label={t.raw}
          hint={t.rawHint}
          checked={style === 'raw'}
          without={hasParameter('raw', version) ? undefined : version}
          onChange={isOn => set('raw', isOn ? '--raw' : undefined)}
        />
        <Flag
          label={t.tile}
          hint={t.tileHint}
          checked={tile}
          without={hasParameter('tile', version) ? undefined : version}
          onChange={isOn => set('tile', isOn ? '--tile' : undefined)}
        />
      </div>
    </div>
  );
}

interface FlagProps {
  readonly label: ReactNode;
  readonly hint: string;
  readonly checked: boolean;
  /** The version, if it lacks this parameter. */
  readonly without: string | undefined;
  readonly onChange: (isOn: boolean) => void;
}

function Flag({ label, hint, checked, without, onChange }: FlagProps) {
  const t = useMessages(imageMessages);
  return (
    <SwitchField
      label={label}
      hint={without === undefined ? hint : t.notIn(without)}
      checked={checked}
      disabled={without !== undefined && !checked}
      onChange={onChange}
    />
  );
}

function ParameterSliders({ create }: { readonly create: Create }) {
  const t = useMessages(imageMessages);
  const { draft, set } = create;
  const { version, stylize, chaos, weird } = draft.read;
  const [min, max] = stylizeRange(version);
  const defaultValue = fromStylizeScale(defaultStylize, version);
  const write = (slot: 'stylize' | 'chaos' | 'weird', value: number, usualValue: number) =>
    set(slot, value === usualValue ? undefined : `--${slot} ${Math.round(value)}`);
  return (
    <div className="grid gap-3">
      {hasParameter('stylize', version) && (
        <Slider
          label={t.stylize}
          hint={t.stylizeHint}
          value={fromStylizeScale(stylize, version)}
          min={min}
          max={max}
          defaultValue={defaultValue}
          onChange={value => write('stylize', value, defaultValue)}
        />
      )}
      <Slider
        label={t.chaos}
        hint={t.chaosHint}
        value={chaos}
        min={0}
        max={100}
        defaultValue={0}
        onChange={value => write('chaos', value, 0)}
      />
      {hasParameter('weird', version) && (
        <Slider
          label={t.weird}
          hint={t.weirdHint}
          value={weird}
          min={0}
          max={3000}
          defaultValue={0}
          onChange={value => write('weird', value, 0)}
        />
      )}
    </div>
  );
}

/**
 * Lists the qualities that read-parameter.ts accepts for a version. A niji version counts as the version of
 * its number.
 */
function listQualities(version: string): readonly string[] {
  const generation = Math.floor(Number(version.replace('niji ', '')));
  if (generation <= 3) return ['0.25', '0.5', '1', '2'];
  if (generation <= 5) return ['0.25', '0.5', '1'];
  return generation === 6 ? ['0.5', '1', '2'] : ['1', '2', '4'];
}

function QualityChoice({ create: { draft, set } }: { readonly create: Create }) {
  const t = useMessages(imageMessages);
  const { version, quality } = draft.read;
  if (!hasParameter('quality', version)) return null;
  return (
    <SegmentedControl
      label={t.quality}
      value={String(quality)}
      segments={listQualities(version).map(value => ({ value, label: value }))}
      onChange={value => set('quality', value === '1' ? undefined : `--quality ${value}`)}
    />
  );
}

function NegativePrompt({ create: { draft, set } }: { readonly create: Create }) {
  const t = useMessages(imageMessages);
  const excludedWords = draft.parameters.filter(({ name }) => name === 'no').map(({ value }) => value);
  return (
    <TextField
      label={t.no}
      hint={t.noHint}
      value={excludedWords.join(', ')}
      onChange={({ target: { value } }) =>
        set('no', value.trimStart() === '' ? undefined : `--no ${value.trimStart()}`)
      }
    />
  );
}
