/** The terms of a route: its order among others, tiers, time, cost and parameters. */
import type { Tier } from '@kinora/shared/models/model-card';
import type { FieldErrors } from '../../../data/field-errors.ts';
import type { ModelDetails } from '../../../data/models/models.ts';
import { tiersOf } from '../../../data/models/tiers.ts';
import { SelectField, TextField } from '../../../ui/fields/field.tsx';
import { uiMessages } from '../../../ui/messages.ts';
import { useMessages } from '../../../i18n/catalogue.ts';
import { manageMessages } from '../manage/manage-messages.ts';
import { ParameterRows } from './parameter-rows.tsx';
import type { RouteDraft } from './route-draft.ts';

interface TermFieldsProps {
  readonly draft: RouteDraft;
  readonly model: Pick<ModelDetails, 'tiers'>;
  readonly errors: FieldErrors;
  readonly onChange: (changed: Partial<RouteDraft>) => void;
}

const units = ['image', 'clip', 'second'] as const;

export function TermFields({ draft, model, errors, onChange }: TermFieldsProps) {
  const t = useMessages(manageMessages);
  const ui = useMessages(uiMessages);
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label={t.priority}
          hint={t.priorityHint}
          error={errors.at('priority')}
          type="number"
          min={0}
          max={99}
          value={draft.priority}
          onChange={event => onChange({ priority: event.target.value })}
        />
        <TextField
          label={t.weight}
          hint={t.weightHint}
          error={errors.at('weight')}
          type="number"
          min={1}
          max={100}
          value={draft.weight}
          onChange={event => onChange({ weight: event.target.value })}
        />
      </div>
      <Tiers {...{ draft, model, errors, onChange }} />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label={t.cost}
          hint={t.costHint}
          error={errors.at('cost')}
          inputMode="decimal"
          value={draft.cost}
          onChange={event => onChange({ cost: event.target.value.trim() })}
        />
        <SelectField
          label={t.costUnit}
          error={errors.at('cost_unit')}
          disabled={draft.cost === ''}
          value={draft.costUnit}
          choices={units.map(value => ({ value, label: ui.unit[value] }))}
          onChange={event => onChange({ costUnit: event.target.value as RouteDraft['costUnit'] })}
        />
      </div>
      <TextField
        label={t.timeout}
        hint={t.timeoutHint}
        error={errors.at('timeout_seconds')}
        type="number"
        min={1}
        max={86_400}
        value={draft.timeout}
        onChange={event => onChange({ timeout: event.target.value })}
      />
      <ParameterRows
        rows={draft.parameters}
        error={errors.at('parameters')}
        onChange={parameters => onChange({ parameters })}
      />
    </>
  );
}

function Tiers({ draft, model, errors, onChange }: TermFieldsProps) {
  const t = useMessages(manageMessages);
  const ui = useMessages(uiMessages);
  const offered = tiersOf(model);
  const toggle = (tier: Tier) =>
    onChange({ tiers: offered.filter(one => draft.tiers.includes(one) !== (one === tier)) });
  const error = errors.at('tiers');
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{t.tiers}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {offered.map(tier => (
          <label
            key={tier}
            className="flex min-h-7 cursor-pointer items-center gap-2 pointer-coarse:min-h-10"
          >
            <input
              type="checkbox"
              className="size-4 accent-(--accent)"
              checked={draft.tiers.includes(tier)}
              onChange={() => toggle(tier)}
            />
            {ui.tier[tier]}
          </label>
        ))}
      </div>
      <p role={error ? 'alert' : undefined} className={`mt-1 text-xs ${error ? 'text-bad' : 'text-muted'}`}>
        {error ?? t.tiersHint}
      </p>
    </fieldset>
  );
}
