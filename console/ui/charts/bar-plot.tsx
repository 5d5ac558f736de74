/** A bar per hour or day, stacked or overlapping, as wide as its container. */
import { classes } from '../class-names.ts';

export interface BarSeries {
  readonly name: string;
  /** A CSS color, such as `var(--ok)`. */
  readonly color: string;
  /** One value per bar. */
  readonly values: readonly number[];
}

interface BarPlotProps {
  /** The start of each hour or day, oldest first. */
  readonly times: readonly string[];
  readonly series: readonly BarSeries[];
  /** Overlapping, with the first series in front. By default bars are stacked. */
  readonly isOverlaid?: boolean;
  readonly formatTime: (time: string) => string;
  /** Formats the labels of the value axis. */
  readonly formatValue: (value: number) => string;
  /** The axis ends there or above. It is 2 by default, which suits counts: half of it is a label, too. */
  readonly minAxisEnd?: number;
  /** The index of the hovered bar. */
  readonly onHover?: (index: number | undefined) => void;
  /** The height in pixels. */
  readonly className: string;
}

export function BarPlot(props: BarPlotProps) {
  const {
    times,
    series,
    isOverlaid,
    formatTime,
    formatValue,
    minAxisEnd = 2,
    onHover: onPoint,
    className,
  } = props;
  const max = roundUp(Math.max(minAxisEnd, ...times.map((_, index) => barHeight(series, index, isOverlaid))));
  return (
    <div aria-hidden className="flex gap-2" onPointerLeave={() => onPoint?.(undefined)}>
      <div className="min-w-0 flex-1">
        <div className={classes('relative flex border-b border-line-strong', className)}>
          <span className="absolute inset-x-0 top-0 border-t border-dashed border-line" />
          <span className="absolute inset-x-0 top-1/2 border-t border-dashed border-line" />
          {times.map((time, index) => (
            <div
              key={time}
              onPointerEnter={() => onPoint?.(index)}
              className={classes('relative min-w-0 flex-1', onPoint && 'hover:bg-raised')}
            >
              <Column {...{ series, index, max, isOverlaid }} />
            </div>
          ))}
        </div>
        <TimeAxis {...{ times, formatTime }} />
      </div>
      <div className="tabular flex min-w-12 flex-col text-xs whitespace-nowrap text-muted">
        <div className={classes('flex flex-col justify-between', className)}>
          {[max, max / 2, 0].map(value => (
            <span key={value} className="-my-2">
              {formatValue(value)}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

const maxLabels = 4;

/** Labels are below the middle of their bars, or begin with them where bars are narrow. */
function TimeAxis({ times, formatTime }: Pick<BarPlotProps, 'times' | 'formatTime'>) {
  const step = Math.ceil(times.length / maxLabels);
  const isWide = times.length <= 2 * maxLabels;
  return (
    <div className="tabular relative mt-1 h-4 text-xs text-muted">
      {times.map((time, index) =>
        index % step === 0 ? (
          <span
            key={time}
            className={classes('absolute whitespace-nowrap', isWide && '-translate-x-1/2')}
            style={{ left: `${((isWide ? index + 0.5 : index) / times.length) * 100}%` }}
          >
            {formatTime(time)}
          </span>
        ) : null,
      )}
    </div>
  );
}

interface ColumnProps extends Pick<BarPlotProps, 'series' | 'isOverlaid'> {
  readonly index: number;
  readonly max: number;
}

function Column({ series, index, max, isOverlaid }: ColumnProps) {
  const shares = series.map(({ color, values }) => ({ color, share: ((values[index] ?? 0) / max) * 100 }));
  return (
    <div className={classes('relative mx-auto h-full w-4/5 max-w-9', !isOverlaid && 'flex flex-col-reverse')}>
      {(isOverlaid ? shares.toReversed() : shares).map(({ color, share }) => (
        <div
          key={color}
          className={classes(
            'first:rounded-t-[2px] last:rounded-t-[2px]',
            isOverlaid && 'absolute inset-x-0 bottom-0',
          )}
          style={{ background: color, height: share > 0 ? `max(2px, ${share}%)` : 0 }}
        />
      ))}
    </div>
  );
}

function barHeight(series: readonly BarSeries[], index: number, isOverlaid = false): number {
  const values = series.map(({ values }) => values[index] ?? 0);
  return isOverlaid ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0);
}

/** Rounds up to a number whose half is also round: 2, 4, 10, 20, 40, 100 … */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 10].map(step => step * power).find(step => step >= value) ?? value;
}
