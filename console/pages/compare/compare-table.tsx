/** The models by price. Unsuitable models are dimmed at the end, with the values that they support. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ModelFacts } from '../../data/models/models.ts';
import { useParameterNames } from '../../forms/messages.ts';
import { usePriceText } from '../../prices/price-text.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Money } from '../../ui/formatted-values.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { formatSeconds, unknown } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { roundAmount, type CompareOptions, type Line, type Way } from './compare.ts';
import { compareMessages } from './messages.ts';

interface CompareTableProps {
  readonly lines: readonly Line[];
  readonly facts: readonly ModelFacts[];
  readonly options: CompareOptions;
}

export function CompareTable({ lines, facts, options }: CompareTableProps) {
  const t = useMessages(compareMessages);
  const lineNote = useNote(options);
  const sums = useSumColumns(options);
  const medianSeconds = ({ model }: Line) => facts.find(({ id }) => id === model.id)?.median_seconds;
  const columns: Column<Line>[] = [
    {
      key: 'model',
      title: t.model,
      className: 'max-sm:order-1 sm:whitespace-nowrap',
      cell: line => (
        <Link
          to={`/models/${line.model.id}`}
          className={line.isExact ? 'font-medium text-text' : 'text-muted'}
        >
          {line.model.name}
        </Link>
      ),
    },
    ...sums,
    {
      key: 'wait',
      title: t.wait,
      isNumber: true,
      isWide: true,
      from: 'lg',
      cell: line => dimUnlessExact(line, formatSeconds(medianSeconds(line))),
    },
    {
      key: 'note',
      title: t.note,
      className: 'max-sm:order-4 max-sm:col-span-2 sm:min-w-44',
      cell: line => dimUnlessExact(line, lineNote(line)),
    },
    {
      key: 'try',
      title: <span className="sr-only">{t.try}</span>,
      className: 'max-sm:order-5',
      cell: line => <Try {...{ line, options }} />,
    },
  ];
  return <Table label={t.table} columns={columns} rows={lines} toKey={({ model }) => model.id} />;
}

function dimUnlessExact(line: Line, content: ReactNode): ReactNode {
  return <span className={line.isExact ? undefined : 'text-muted'}>{content}</span>;
}

function useSumColumns(options: CompareOptions): Column<Line>[] {
  const t = useMessages(compareMessages);
  const ui = useMessages(uiMessages);
  const { sum, per } = usePriceText();
  const calculation = ({ clips, parts }: Way) => (clips > 1 ? t.several(clips, sum(parts)) : sum(parts));
  return [
    {
      key: 'tier',
      title: t.tier,
      isWide: true,
      from: 'xl',
      cell: line => dimUnlessExact(line, ui.tier[options.tier]),
    },
    {
      key: 'unit',
      title: t.unit,
      isWide: true,
      from: 'xl',
      className: 'sm:whitespace-nowrap',
      cell: line =>
        dimUnlessExact(line, line.way ? per(line.model.price.unit, line.way.parts.unitPrice) : unknown),
    },
    {
      key: 'calculation',
      title: t.calculation,
      className: 'tabular max-sm:order-3 max-sm:col-span-2 sm:whitespace-nowrap',
      cell: line => dimUnlessExact(line, line.way ? calculation(line.way) : unknown),
    },
    {
      key: 'total',
      title: t.total,
      isNumber: true,
      className: 'max-sm:order-2',
      cell: line => (
        <span data-total={line.model.id}>
          <Money
            amount={line.way?.total}
            className={line.isExact ? 'text-base font-semibold' : 'text-muted'}
          />
        </span>
      ),
    },
    {
      key: 'per second',
      title: t.perSecond,
      isNumber: true,
      isWide: true,
      from: 'lg',
      cell: line => dimUnlessExact(line, <PerSecond amount={line.perSecond} />),
    },
  ];
}

function PerSecond({ amount }: { readonly amount: string | undefined }) {
  if (amount === undefined) return unknown;
  const roundedAmount = roundAmount(amount);
  return (
    <>
      {roundedAmount.isRounded && '≈ '}
      <Money amount={roundedAmount.amount} />
    </>
  );
}

function useNote(options: CompareOptions) {
  const t = useMessages(compareMessages);
  const ui = useMessages(uiMessages);
  const { money } = usePriceText();
  const { parameterName } = useParameterNames();
  return ({ model, missingFeature, way, isExact, longest }: Line): string => {
    if (missingFeature === 'resolution') return t.lackResolution(options.resolution ?? '');
    if (missingFeature === 'audio') return t.lackAudio;
    if (missingFeature === 'image') return t.lackImage;
    if (missingFeature === 'tier') return t.lackTier(ui.tier[options.tier]);
    const requiredFields = Object.entries(model.references).flatMap(([field, { required }]) =>
      required ? [field] : [],
    );
    const needs =
      requiredFields.length > 0 ? t.needs(requiredFields.map(parameterName).join(', ')) : undefined;
    const singleClipText = way && way.clips === 1 ? t.oneClip(way.seconds) : undefined;
    const several = way && way.clips > 1 ? t.clips(way.clips, way.seconds, money(way.total)) : undefined;
    const longestText = several && longest !== undefined ? t.longest(longest) : undefined;
    return [isExact ? undefined : (longestText ?? singleClipText), several, needs]
      .filter(Boolean)
      .join(' · ');
  };
}

function Try({
  line: { model, missingFeature, isExact },
  options,
}: {
  readonly line: Line;
  readonly options: CompareOptions;
}) {
  const t = useMessages(compareMessages);
  const { seconds, resolution, audio, tier } = options;
  const search = {
    model: model.id,
    ...(isExact && { seconds: String(seconds) }),
    ...(missingFeature === undefined && resolution !== undefined && { resolution }),
    ...(missingFeature === undefined && audio && { audio: 'true' }),
    ...(missingFeature !== 'tier' && { tier }),
  };
  return (
    <Link
      to="/video"
      search={search}
      className={buttonClasses('plain', 's')}
      aria-label={t.tryModel(model.name)}
    >
      {t.try}
    </Link>
  );
}
