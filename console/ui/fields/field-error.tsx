/** The error of a part of a form that is not one field. */
import { classes } from '../class-names.ts';
import { scrollMargin, useErrorFocus } from '../use-scroll-into-view.ts';

interface FieldErrorProps {
  /** Undefined shows nothing. */
  readonly error: string | undefined;
  readonly className?: string;
}

export function FieldError({ error, className }: FieldErrorProps) {
  const errorRef = useErrorFocus<HTMLDivElement>(error);
  if (!error) return null;
  return (
    <div ref={errorRef} className={scrollMargin}>
      <p role="alert" data-field-error className={classes('text-xs text-bad', className)}>
        {error}
      </p>
    </div>
  );
}
