/** A stacked bar chart drawn by uPlot, in the theme's colors, as wide as its container. */
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatDay } from '../../i18n/format.ts';
import { stacked, type Series } from './stacked.ts';

/** The names of the series, largest first. */
export const barColors = ['--accent', '--info', '--ok', '--warn', '--line-strong'] as const;

interface BarsProps {
  readonly days: readonly string[];
  readonly series: readonly Series[];
  readonly formatValue: (value: number) => string;
  /** The index of the hovered day. */
  readonly onPoint: (index: number | undefined) => void;
}

const height = 220;

export function Bars({ days, series, formatValue, onPoint }: BarsProps) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef({ formatValue, onPoint });
  latest.current = { formatValue, onPoint };
  const drawn = JSON.stringify([days, series]);
  useEffect(() => {
    const room = place.current;
    if (!room) return;
    const draw = () => {
      plot?.destroy();
      plot = new UPlot(
        chartOptions({ days, series }, room.clientWidth, latest.current),
        toAlignedData(series),
        room,
      );
    };
    let plot: UPlot | undefined;
    draw();
    const size = new ResizeObserver(() => plot?.setSize({ width: room.clientWidth, height }));
    size.observe(room);
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      size.disconnect();
      theme.disconnect();
      plot?.destroy();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- The chart is recreated only when its content changes.
  }, [drawn]);
  return <div ref={place} className="min-w-0 overflow-hidden" style={{ height }} />;
}

function toAlignedData(series: readonly Series[]): UPlot.AlignedData {
  const sums = stacked(series);
  const count = series[0]?.values.length ?? 0;
  return [Array.from({ length: count }, (_, index) => index), ...sums.map(values => [...values])];
}

function chartOptions(
  { days, series }: Pick<BarsProps, 'days' | 'series'>,
  width: number,
  { formatValue, onPoint }: Pick<BarsProps, 'formatValue' | 'onPoint'>,
): UPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const bars = UPlot.paths.bars?.({ size: [0.7, 36], radius: 0.15 });
  const axis: UPlot.Axis = {
    stroke: color('--muted'),
    font: `12px ${style.getPropertyValue('--typeface')}`,
    ticks: { show: false },
  };
  const fills = series.map((_, index) => color(barColors[index] ?? '--line-strong')).toReversed();
  return {
    width,
    height,
    legend: { show: false },
    cursor: { y: false, drag: { setScale: false }, points: { show: false } },
    scales: {
      x: { time: false, range: () => [-0.6, days.length - 0.4] },
      y: { range: (_, _min, max) => [0, max > 0 ? max * 1.08 : 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        space: 64,
        incrs: [1, 2, 5, 7, 10, 15, 30, 60, 120],
        values: (_, splits) => splits.map(index => (days[index] ? formatDay(days[index]) : '')),
      },
      {
        ...axis,
        grid: { stroke: color('--line'), width: 1 },
        size: 72,
        space: 44,
        values: (_, splits) => splits.map(value => formatValue(value)),
      },
    ],
    series: [
      {},
      ...fills.map(fill => ({
        fill,
        width: 0,
        points: { show: false },
        ...(bars && { paths: bars }),
      })),
    ],
    hooks: { setCursor: [({ cursor: { idx } }) => onPoint(idx ?? undefined)] },
  };
}
