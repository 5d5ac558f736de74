/** An HTTP method as text and color. */
import { classes } from '../../ui/class-names.ts';

const methodColors: Readonly<Record<string, string>> = {
  GET: 'text-info',
  POST: 'text-ok',
  DELETE: 'text-bad',
};

export function Method({ name }: { readonly name: string }) {
  return (
    <span className={classes('font-mono text-xs font-semibold', methodColors[name] ?? 'text-muted')}>
      {name === 'DELETE' ? 'DEL' : name}
    </span>
  );
}
