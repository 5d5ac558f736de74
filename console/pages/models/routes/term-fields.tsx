/** The terms of a route: its order among others, tiers, time, cost and parameters. */
import type { Tier } from '@kinora/shared/models/model-card';
import type { FieldErrors } from '../../../data/field-errors.ts';
import type { ModelDetails } from '../../../data/models/models.ts';
import { listTiers } from '../../../data/models/tiers.ts';
import { bindFields, trimText } from '../../../forms/bind-fields.ts';
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
  readonly onChange: (changes: Partial<RouteDraft>) => void;
}

const units = ['image', 'clip', 'second'] as const;

export function TermFields({ draft, model, errors, onChange }: TermFieldsProps) {
  const t = useMessages(manageMessages);
  const ui = useMessages(uiMessages);
  const bind = bindFields(draft, onChange, errors);
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label={t.priority}
          hint={t.priorityHint}
          type="number"
          min={0}
          max={99}
          {...bind('priority')}
        />
        <TextField label={t.weight} hint={t.weightHint} type="number" min={1} max={100} {...bind('weight')} />
      </div>
      <Tiers {...{ draft, model, errors, onChange }} />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label={t.cost}
          hint={t.costHint}
          inputMode="decimal"
          {...bind('cost', { convert: trimText })}
        />
        <SelectField
          label={t.costUnit}
          disabled={draft.cost === ''}
          {...bind('costUnit', { requestName: 'cost_unit' })}
          choices={units.map(value => ({ value, label: ui.unit[value] }))}
        />
      </div>
      <TextField
        label={t.timeout}
        hint={t.timeoutHint}
        type="number"
        min={1}
        max={86_400}
        {...bind('timeout', { requestName: 'timeout_seconds' })}
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
  const offeredTiers = listTiers(model);
  const toggle = (tier: Tier) =>
    onChange({ tiers: offeredTiers.filter(one => draft.tiers.includes(one) !== (one === tier)) });
  const error = errors.at('tiers');
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{t.tiers}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {offeredTiers.map(tier => (
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
