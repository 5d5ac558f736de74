/**
 * A chart of the total price by duration, which shows where a price per clip exceeds one per second.
 * Lines are labeled at their ends.
 */
import { useEffect, useRef, useState } from 'react';
import { usePriceText } from '../../prices/price-text.ts';
import { FoldedValueTable } from '../../ui/charts/value-table.tsx';
import { Section } from '../../ui/page.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { findCrossings, singleClipPoints, type Curve, type Point } from './compare.ts';
import { spreadApart, axisTicks } from './chart-places.ts';
import { compareMessages } from './messages.ts';

interface TotalChartProps {
  readonly curves: readonly Curve[];
  readonly seconds: number;
  readonly max: number;
}

const height = 280;
const edges = { top: 12, bottom: 28, left: 56 } as const;
const colors = ['var(--accent)', 'var(--info)', 'var(--ok)', 'var(--bad)', 'var(--warn)'];

export function TotalChart({ curves, seconds, max }: TotalChartProps) {
  const t = useMessages(compareMessages);
  const crossings = findCrossings(curves);
  return (
    <Section title={t.chart} className="mt-2!">
      <p className="-mt-2 mb-3 text-sm text-muted">{t.chartHint}</p>
      <div className="card p-3">
        <Drawing {...{ curves, seconds, max }} />
      </div>
      <ul className="mt-3 grid gap-1" data-crossings>
        {crossings.map(({ from, until, cheaper, dearer }) => (
          <li key={`${cheaper.id} ${dearer.id}`}>
            {t.crossing({ from, until, cheaper: cheaper.name, dearer: dearer.name })}
          </li>
        ))}
        {crossings.length === 0 && <li className="text-muted">{t.noCrossing}</li>}
      </ul>
      <TotalTable curves={curves} />
    </Section>
  );
}

function Drawing({ curves, seconds, max }: TotalChartProps) {
  const t = useMessages(compareMessages);
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const labelWidth = width > 480 ? 130 : 92;
  const highest = Math.max(0.01, ...curves.flatMap(({ points }) => points.map(({ total }) => total)));
  const ticks = axisTicks(highest);
  const top = ticks.at(-1) ?? highest;
  const x = (seconds: number) =>
    edges.left + ((seconds - 1) / Math.max(1, max - 1)) * (width - edges.left - labelWidth);
  const y = (total: number) => height - edges.bottom - (total / top) * (height - edges.top - edges.bottom);
  const ends = curves.map(({ points }) => y(points.at(-1)?.total ?? 0));
  const places = spreadApart(ends, 15);
  // The labels of this many seconds would cover each other and the lines. The sentences below the
  // chart have the same information.
  const crossings = max > 30 ? [] : findCrossings(curves);
  const stepSeconds = max > 30 ? 10 : max > 12 ? 5 : width > 480 ? 1 : 2;
  const tickSeconds = Array.from({ length: max }, (_, index) => index + 1).filter(
    seconds => seconds % stepSeconds === 0,
  );
  return (
    <div ref={frame} className="min-w-0">
      <svg
        role="img"
        aria-label={t.chartDescription(t.seconds(max))}
        width={width}
        height={height}
        className="block text-xs"
      >
        <Grid {...{ ticks, marks: tickSeconds, x, y }} right={width - labelWidth} />
        <line
          x1={x(seconds)}
          x2={x(seconds)}
          y1={edges.top}
          y2={height - edges.bottom}
          stroke="var(--line-strong)"
          strokeDasharray="3 3"
        />
        {curves.map((curve, index) => (
          <CurveLine
            key={curve.model.id}
            curve={curve}
            color={colors[index % colors.length] ?? ''}
            x={x}
            y={y}
            labelX={width - labelWidth + 8}
            labelY={places[index] ?? 0}
          />
        ))}
        {crossings.map(({ at, cheaper, dearer }) => (
          <circle
            key={`${cheaper.id} ${dearer.id}`}
            cx={x(at.seconds)}
            cy={y(at.total)}
            r={5}
            fill="var(--surface)"
            stroke="var(--text)"
            strokeWidth={2}
          />
        ))}
      </svg>
    </div>
  );
}

interface GridProps extends Pick<CurveLineProps, 'x' | 'y'> {
  readonly ticks: readonly number[];
  readonly marks: readonly number[];
  readonly right: number;
}

function Grid({ ticks, marks, right, x, y }: GridProps) {
  const t = useMessages(compareMessages);
  const { money } = usePriceText();
  return (
    <g fill="var(--muted)" className="tabular">
      {ticks.map(tick => (
        <g key={tick}>
          <line x1={edges.left} x2={right} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
          <text x={edges.left - 8} y={y(tick) + 4} textAnchor="end">
            {money(tick.toFixed(2))}
          </text>
        </g>
      ))}
      {marks.map(seconds => (
        <text key={seconds} x={x(seconds)} y={height - 8} textAnchor="middle">
          {t.seconds(seconds)}
        </text>
      ))}
    </g>
  );
}

interface CurveLineProps {
  readonly curve: Curve;
  readonly color: string;
  readonly x: (seconds: number) => number;
  readonly y: (total: number) => number;
  readonly labelX: number;
  readonly labelY: number;
}

/** Prices of several clips are dashed. */
function CurveLine({ curve, color, x, y, labelX, labelY }: CurveLineProps) {
  const { model, points } = curve;
  const single = singleClipPoints(curve);
  const lastPoint = points.at(-1);
  if (!lastPoint) return null;
  const end = { x: x(lastPoint.seconds), y: y(lastPoint.total) };
  const pointsText = (linePoints: readonly Point[]) =>
    linePoints.map(({ seconds, total }) => `${x(seconds)},${y(total)}`).join(' ');
  const lineStyle = { fill: 'none', stroke: color, strokeLinejoin: 'round' } as const;
  return (
    <g>
      <polyline points={pointsText(single)} strokeWidth={2} {...lineStyle} />
      <polyline
        points={pointsText(points.slice(Math.max(0, single.length - 1)))}
        strokeDasharray="4 3"
        {...lineStyle}
      />
      <circle cx={end.x} cy={end.y} r={3} fill={color} />
      <line
        x1={end.x + 4}
        y1={end.y}
        x2={labelX - 4}
        y2={labelY}
        stroke={color}
        strokeWidth={1}
        opacity={0.4}
      />
      <text x={labelX} y={labelY + 4} fill={color} fontWeight={500}>
        {model.name}
      </text>
    </g>
  );
}

function useWidth(frame: React.RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(640);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(260, entry.contentRect.width)),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}

/** The values of the chart as a table. */
function TotalTable({ curves }: { readonly curves: readonly Curve[] }) {
  const t = useMessages(compareMessages);
  const { money } = usePriceText();
  const allSeconds = [...new Set(curves.flatMap(({ points }) => points.map(({ seconds }) => seconds)))];
  const totals = curves.map(({ points }) => new Map(points.map(({ seconds, total }) => [seconds, total])));
  return (
    <FoldedValueTable
      summary={t.asTable}
      caption={t.chart}
      heading={t.duration}
      columns={curves.map(({ model }) => ({ key: model.id, name: model.name }))}
      rows={allSeconds
        .toSorted((a, b) => a - b)
        .map(seconds => ({
          key: seconds,
          name: t.seconds(seconds),
          values: totals.map(curveTotals =>
            curveTotals.has(seconds) ? money(String(curveTotals.get(seconds))) : '—',
          ),
        }))}
      className="mt-3"
    />
  );
}
