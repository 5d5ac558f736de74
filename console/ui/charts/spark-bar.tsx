/** A bar that shows the used share of a limit; the text beside it has the exact values. */
import { classes } from '../class-names.ts';

/** `share`: 0 to 1, or more if the limit was lowered. */
export function SparkBar({ share, className }: { readonly share: number; readonly className?: string }) {
  const colorClass = share >= 1 ? 'bg-bad' : share >= 0.8 ? 'bg-warn' : 'bg-info';
  return (
    <span
      aria-hidden
      className={classes('block h-1.5 overflow-hidden rounded-full bg-line', className ?? 'w-full')}
    >
      <span
        className={classes('block h-full rounded-full', colorClass)}
        style={{ width: `${Math.min(100, Math.max(share > 0 ? 2 : 0, share * 100))}%` }}
      />
    </span>
  );
}
