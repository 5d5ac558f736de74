/** A bar per hour, stacked or overlapping, as wide as its container. */
import { formatHour } from '../../i18n/format.ts';
import { classes } from '../class-names.ts';

export interface HourSeries {
  readonly name: string;
  /** A CSS color, such as `var(--ok)`. */
  readonly color: string;
  /** One value per hour. */
  readonly values: readonly number[];
}

interface HourPlotProps {
  /** The start of each hour, oldest first. */
  readonly hours: readonly string[];
  readonly series: readonly HourSeries[];
  /** Overlapping, with the first series in front. By default bars are stacked. */
  readonly isOverlaid?: boolean;
  /** Formats the labels of the value axis. */
  readonly formatValue: (value: number) => string;
  /** The index of the hovered hour. */
  readonly onPoint?: (index: number | undefined) => void;
  /** The height in pixels. */
  readonly className: string;
}

export function HourPlot({ hours, series, isOverlaid, formatValue, onPoint, className }: HourPlotProps) {
  const max = roundUp(Math.max(...hours.map((_, index) => heightAt(series, index, isOverlaid))));
  return (
    <div aria-hidden className="flex gap-2" onPointerLeave={() => onPoint?.(undefined)}>
      <div className="min-w-0 flex-1">
        <div className={classes('relative flex border-b border-line-strong', className)}>
          <span className="absolute inset-x-0 top-0 border-t border-dashed border-line" />
          <span className="absolute inset-x-0 top-1/2 border-t border-dashed border-line" />
          {hours.map((hour, index) => (
            <div
              key={hour}
              onPointerEnter={() => onPoint?.(index)}
              className={classes('relative flex-1 px-px sm:px-0.5', onPoint && 'hover:bg-raised')}
            >
              <Column {...{ series, index, max, isOverlaid }} />
            </div>
          ))}
        </div>
        <div className="tabular mt-1 flex justify-between text-xs text-muted">
          {[0, 8, 16, hours.length - 1].map(index => (
            <span key={index}>{hours[index] && formatHour(hours[index])}</span>
          ))}
        </div>
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

interface ColumnProps extends Pick<HourPlotProps, 'series' | 'isOverlaid'> {
  readonly index: number;
  readonly max: number;
}

function Column({ series, index, max, isOverlaid }: ColumnProps) {
  const shares = series.map(({ color, values }) => ({ color, share: ((values[index] ?? 0) / max) * 100 }));
  return (
    <div className={classes('relative h-full', !isOverlaid && 'flex flex-col-reverse')}>
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

function heightAt(series: readonly HourSeries[], index: number, isOverlaid = false): number {
  const values = series.map(({ values }) => values[index] ?? 0);
  return isOverlaid ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0);
}

/** Rounds up to a number whose half is also round: 2, 4, 10, 20, 40, 100 … */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 2)));
  return [1, 2, 4, 10].map(step => step * power).find(step => step >= Math.max(value, 2)) ?? value;
}
