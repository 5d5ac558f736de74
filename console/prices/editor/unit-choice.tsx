/** The choice of the unit, with descriptions, and the factor of each tier. */
import { useId } from 'react';
import type { ModelSheet } from '../../data/operators/operator-queries.ts';
import { classes } from '../../ui/class-names.ts';
import { TextField } from '../../ui/fields/field.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { toPriceBody, isAmount, suitableUnits, type Draft } from './pricing.ts';
import { Example } from './example.tsx';
import { priceMessages } from './messages.ts';

interface DraftProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

export function UnitChoice({ draft, sheet, onChange }: DraftProps & { readonly sheet: ModelSheet }) {
  const t = useMessages(priceMessages);
  const name = useId();
  const base = draft.rules.find(({ when }) => when.length === 0);
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{t.unit}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {suitableUnits(sheet).map(unit => {
          const body = toPriceBody({ ...draft, unit });
          return (
            <label
              key={unit}
              className={classes(
                'cursor-pointer rounded-lg border p-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
                draft.unit === unit ? 'border-accent bg-accent-soft' : 'border-line hover:border-line-strong',
              )}
            >
              <span className="flex items-center gap-2 font-medium">
                <input
                  type="radio"
                  name={name}
                  required
                  className="size-4 accent-(--accent)"
                  checked={draft.unit === unit}
                  onChange={() => onChange({ ...draft, unit })}
                />
                {t.unitIs[unit]}
              </span>
              <span className="mt-1 block text-sm text-muted">{t.unitDescriptions[unit]}</span>
              <span className="tabular mt-1 block text-sm">
                {base && isAmount(base.unitPrice) && (
                  <Example price={body} rule={{ unitPrice: base.unitPrice }} />
                )}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

const tiers = ['relax', 'fast', 'turbo'] as const;

export function TierFields({ draft, onChange }: DraftProps) {
  const t = useMessages(priceMessages);
  const ui = useMessages(uiMessages);
  return (
    <>
      <div className="grid max-w-120 grid-cols-3 gap-3">
        {tiers.map(tier => {
          const factor = draft.tiers[tier];
          return (
            <TextField
              key={tier}
              label={`${ui.tier[tier]} ×`}
              inputMode="decimal"
              error={factor === '' || isAmount(factor) ? undefined : t.invalidAmount}
              value={factor}
              onChange={event =>
                onChange({ ...draft, tiers: { ...draft.tiers, [tier]: event.target.value.trim() } })
              }
            />
          );
        })}
      </div>
      <p className="mt-1 text-xs text-muted">{t.tierFactor}</p>
    </>
  );
}
