/** "Test this price": the matching rule and the price of a request. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Tier } from '@kinora/shared/models/model-card';
import {
  groupsQuery,
  type Conditions,
  type ModelSheet,
  type PriceBody,
} from '../../data/operators/operator-queries.ts';
import { useCurrency } from '../../data/session.ts';
import { sortGeneralLast } from '../../prices/sort-general-last.ts';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { formatCount, formatMoney } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import {
  conditionFields,
  calculatePrice,
  type ConditionField,
  type Value,
} from '../../prices/editor/pricing.ts';
import { priceMessages } from '../../prices/editor/messages.ts';

interface TestProps {
  readonly price: PriceBody;
  readonly sheet: ModelSheet;
  readonly onRule: (rule: number | undefined) => void;
}

const tiers = ['relax', 'fast', 'turbo'] as const;

export function PriceTest({ price, sheet, onRule }: TestProps) {
  const t = useMessages(priceMessages);
  const ui = useMessages(uiMessages);
  const counts = new Set(price.rules.flatMap(({ when = {} }) => Object.keys(when)));
  const all = conditionFields(sheet).filter(({ name }) => name !== 'seconds');
  // Fields that no rule depends on do not change the price.
  const fields = all.filter(({ name }) => counts.has(name));
  const [parameters, setParameters] = useState<Conditions>(() => defaultConditions(all));
  const [tier, setTier] = useState<Tier>('fast');
  const [seconds, setSeconds] = useState(String(sheet.parameters.properties['seconds']?.default ?? 5));
  const [factor, setFactor] = useState('1');
  const requestedParameters = { ...parameters, ...(sheet.kind === 'video' && { seconds: Number(seconds) }) };
  const calculatedPrice = calculatePrice(price, {
    parameters: requestedParameters,
    tier,
    seconds: Number(seconds),
    factor,
  });
  const rule = calculatedPrice?.rule;
  useEffect(() => onRule(rule), [onRule, rule]);
  const change = (name: string, value: Value | undefined) => {
    const { [name]: _, ...rest } = parameters;
    setParameters(value === undefined ? rest : { ...rest, [name]: value });
  };
  return (
    <div className="card p-4">
      <p className="mb-3 text-sm text-muted">{t.testDescription}</p>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4">
        {sheet.kind === 'video' && (
          <TextField
            label={t.seconds}
            type="number"
            min={1}
            max={600}
            value={seconds}
            onChange={event => setSeconds(event.target.value)}
          />
        )}
        {fields.map(field => (
          <ValueField key={field.name} field={field} value={parameters[field.name]} onChange={change} />
        ))}
        <SelectField
          label={t.tier}
          value={tier}
          choices={tiers
            .filter(one => price.tiers[one] !== undefined)
            .map(value => ({ value, label: ui.tier[value] }))}
          onChange={event => setTier(event.target.value as Tier)}
        />
        <GroupField sheet={sheet} factor={factor} onChange={setFactor} />
      </div>
      <Result price={price} calculatedPrice={calculatedPrice} />
    </div>
  );
}

function defaultConditions(fields: readonly ConditionField[]): Conditions {
  return Object.fromEntries(
    fields.flatMap(({ name, defaultValue }) =>
      defaultValue === undefined ? [] : [[name, defaultValue] as const],
    ),
  );
}

interface ValueProps {
  readonly field: ConditionField;
  readonly value: Value | undefined;
  readonly onChange: (name: string, value: Value | undefined) => void;
}

function ValueField({ field: { name, values }, value, onChange }: ValueProps) {
  const t = useMessages(priceMessages);
  return (
    <SelectField
      label={<code className="font-mono text-xs">{name}</code>}
      value={value === undefined ? '' : String(value)}
      choices={[
        { value: '', label: t.any },
        ...values.map(one => ({ value: String(one), label: String(one) })),
      ]}
      onChange={event =>
        onChange(
          name,
          values.find(one => String(one) === event.target.value),
        )
      }
    />
  );
}

interface GroupProps {
  readonly sheet: ModelSheet;
  readonly factor: string;
  readonly onChange: (factor: string) => void;
}

function GroupField({ sheet, factor, onChange }: GroupProps) {
  const t = useMessages(priceMessages);
  const { data = [] } = useQuery(groupsQuery);
  const its = data.filter(({ group, models }) => models?.includes(sheet.id) ?? group === sheet.group);
  const factors = [...new Set(['1', ...its.map(one => String(Number(one.factor)))])];
  const groupsWith = (one: string) =>
    its
      .filter(group => String(Number(group.factor)) === one)
      .map(({ group }) => group)
      .join(', ');
  return (
    <SelectField
      label={t.group}
      value={factor}
      choices={factors.map(value => ({ value, label: `${groupsWith(value)} × ${value}` }))}
      onChange={event => onChange(event.target.value)}
    />
  );
}

function Result({
  price,
  calculatedPrice,
}: {
  readonly price: PriceBody;
  readonly calculatedPrice: ReturnType<typeof calculatePrice>;
}) {
  const t = useMessages(priceMessages);
  const currency = useCurrency();
  return (
    <p
      role="status"
      className="tabular mt-4 flex flex-wrap items-baseline gap-x-3 border-t border-line pt-3 text-lg"
    >
      {calculatedPrice ? (
        <>
          <span className="text-base text-muted">{t.matches}</span>
          <span className="font-semibold">
            {t.example(
              t.quantity(formatCount(calculatedPrice.quantity), price.unit),
              formatMoney(calculatedPrice.unitPrice, currency),
              formatMoney(calculatedPrice.amount, currency),
            )}
          </span>
          <span className="text-sm text-muted">
            {t.ruleNumber(formatCount(rulePlace(price, calculatedPrice.rule)))}
          </span>
        </>
      ) : (
        <span className="text-base text-warn">{t.noMatch}</span>
      )}
    </p>
  );
}

/** Numbered as in the table above. */
function rulePlace({ rules }: PriceBody, rule: number): number {
  return sortGeneralLast(rules).findIndex(one => one === rules[rule]) + 1;
}
