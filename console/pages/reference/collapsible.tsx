/** A collapsible section whose content is rendered only while open. */
import { useState, type ReactNode } from 'react';
import { classes } from '../../ui/class-names.ts';

interface CollapsibleProps {
  readonly title: ReactNode;
  /** A note at the end of the line. */
  readonly note?: ReactNode;
  /** Initially open. */
  readonly isOpen?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Collapsible({ title, note, isOpen = false, className, children }: CollapsibleProps) {
  const [isNow, setNow] = useState(isOpen);
  return (
    <details
      open={isNow}
      onToggle={event => setNow(event.currentTarget.open)}
      className={classes('group/fold', className)}
    >
      <summary className="flex min-h-8 items-center gap-2 rounded-md px-2 text-sm hover:bg-raised pointer-coarse:min-h-11">
        <span
          aria-hidden
          className="text-muted transition-transform duration-120 before:content-['›'] group-open/fold:rotate-90"
        />
        <span className="min-w-0 flex-1">{title}</span>
        {note !== undefined && <span className="tabular text-xs text-muted">{note}</span>}
      </summary>
      {isNow && children}
    </details>
  );
}
