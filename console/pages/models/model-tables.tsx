/** A model's tables: price rules with examples, tiers, and parameters. */
import type { ReactNode } from 'react';
import type { ModelDetails, ParameterSchema } from '../../data/models/models.ts';
import { listTiers } from '../../data/models/tiers.ts';
import { quotePrice } from '../../data/models/price.ts';
import type { Tier } from '@kinora/shared/models/model-card';
import { useParameterNames } from '../../forms/messages.ts';
import { capitalize, plainFactor } from '../../prices/price-sum.tsx';
import { usePriceText } from '../../prices/price-text.ts';
import { Table, type Column } from '../../ui/table.tsx';
import { sortGeneralLast } from '../../prices/sort-general-last.ts';
import { uiMessages } from '../../ui/messages.ts';
import { formatCount, unknown } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { toModel } from '../../data/models/models.ts';
import { toAllowedValues, priceExample, priceUnit } from './model-parts.ts';
import { modelMessages } from './messages.ts';

export function RuleTable({ model }: { readonly model: ModelDetails }) {
  const t = useMessages(modelMessages);
  const { per, when, sum } = usePriceText();
  const general = model.rules.length > 1 ? t.otherwise : t.always;
  type Rule = ModelDetails['rules'][number];
  const columns: Column<Rule>[] = [
    { key: 'when', title: t.when, cell: rule => capitalize(when(rule.when) ?? general) },
    {
      key: 'price',
      title: t.price,
      className: 'tabular font-medium',
      cell: rule => per(priceUnit(model), rule.unit_price),
    },
    {
      key: 'example',
      title: t.example,
      className: 'tabular text-muted max-sm:col-span-2',
      cell: rule => {
        const price = priceExample(model, rule.when);
        return price ? sum(price) : unknown;
      },
    },
  ];
  return (
    <Table
      label={t.prices}
      columns={columns}
      rows={sortGeneralLast(model.rules)}
      toKey={({ when }) => JSON.stringify(when)}
    />
  );
}

export function TierTable({ model }: { readonly model: ModelDetails }) {
  const t = useMessages(modelMessages);
  const ui = useMessages(uiMessages);
  const { from, per } = usePriceText();
  const text = model.rules.length > 1 ? from : per;
  const unit = priceUnit(model);
  const tiers = listTiers(model);
  const bare = toModel({ ...model, rules: [{ when: null, unit_price: model.from }] });
  const columns: Column<Tier>[] = [
    { key: 'tier', title: t.tier, cell: tier => ui.tier[tier] },
    {
      key: 'factor',
      title: t.factor,
      isNumber: true,
      cell: tier => `× ${plainFactor(model.tiers[tier] ?? '1')}`,
    },
    {
      key: 'price',
      title: t.price,
      isNumber: true,
      className: 'max-sm:col-span-2 max-sm:text-left!',
      cell: tier => {
        const price = quotePrice(bare, { parameters: {}, tier, seconds: 1, pictures: 1 });
        return price ? text(unit, price.unitPrice) : unknown;
      },
    },
  ];
  return <Table label={t.perTier} columns={columns} rows={tiers} toKey={tier => tier} />;
}

interface Parameter {
  readonly name: string;
  readonly schema: ParameterSchema;
}

export function ParameterTable({ model }: { readonly model: ModelDetails }) {
  const t = useMessages(modelMessages);
  const { parameterName, parameterDescription } = useParameterNames();
  const allowedText = useAllowedText();
  const rows = Object.entries(model.parameters.properties).map(([name, schema]) => ({ name, schema }));
  const types = t.types as Readonly<Record<string, string>>;
  const columns: Column<Parameter>[] = [
    {
      key: 'name',
      title: t.name,
      cell: ({ name }) => (
        <>
          <code className="font-mono text-xs">{name}</code>
          <span className="sr-only"> {parameterName(name)}</span>
        </>
      ),
    },
    { key: 'type', title: t.type, cell: ({ schema: { type } }) => types[String(type)] ?? type ?? unknown },
    {
      key: 'allowed',
      title: t.allowed,
      className: 'tabular max-sm:col-span-2',
      cell: ({ schema }) => allowedText(schema),
    },
    {
      key: 'default',
      title: t.default,
      className: 'tabular max-sm:col-span-2',
      cell: ({ schema }): ReactNode =>
        schema.default === undefined ? unknown : <code className="text-xs">{String(schema.default)}</code>,
    },
    {
      key: 'does',
      title: t.does,
      className: 'text-muted max-sm:col-span-2',
      cell: ({ name, schema }) => parameterDescription(name, schema.description),
    },
  ];
  if (rows.length === 0) return <p className="text-muted">{t.noParameters}</p>;
  return <Table label={t.parameters} columns={columns} rows={rows} toKey={({ name }) => name} />;
}

function useAllowedText(): (schema: ParameterSchema) => string {
  const t = useMessages(modelMessages);
  return schema => {
    const allowedValues = toAllowedValues(schema);
    if (allowedValues.kind === 'values') return allowedValues.values.join(', ');
    if (allowedValues.kind === 'yes or no') return t.yesNo;
    if (allowedValues.kind === 'range')
      return t.range(formatCount(allowedValues.min), formatCount(allowedValues.max));
    return allowedValues.kind === 'length' ? t.atMost(formatCount(allowedValues.max)) : unknown;
  };
}
