/** The error of a part of a form that is not one field. */
import { classes } from '../class-names.ts';

interface FieldErrorProps {
  /** Undefined shows nothing. */
  readonly error: string | undefined;
  readonly className?: string;
}

export function FieldError({ error, className }: FieldErrorProps) {
  if (!error) return null;
  return (
    <p role="alert" className={classes('text-xs text-bad', className)}>
      {error}
    </p>
  );
}
