/** The states of a page without content: empty, loading, failed. */
import type { ReactNode } from 'react';
import type { IconComponent } from '../icons/icon.ts';
import { TriangleExclamationPoint } from '../icons/icons.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { Button } from './button.tsx';
import { classes } from './class-names.ts';
import { uiMessages } from './messages.ts';
import { scrollMargin, useScrollIntoView } from './use-scroll-into-view.ts';

interface EmptyStateProps {
  readonly icon?: IconComponent;
  readonly title: ReactNode;
  readonly children?: ReactNode;
}

/** An empty page: describes what will appear here and links to the first step. */
export function EmptyState({ icon: Icon, title, children }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-140 flex-col items-center gap-3 px-4 py-12 text-center">
      {Icon && <Icon size={32} className="text-muted" aria-hidden />}
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="flex flex-col items-center gap-3 text-muted">{children}</div>}
    </div>
  );
}

/** Shown if no item matches the filters, as opposed to an empty page. */
export function NoResults({ onClear }: { readonly onClear: () => void }) {
  const t = useMessages(uiMessages);
  return (
    <EmptyState title={t.nothingFound}>
      <Button onClick={onClear}>{t.clearFilters}</Button>
    </EmptyState>
  );
}

interface ErrorProps {
  readonly error: Error | null | undefined;
  readonly onRetry?: () => void;
  readonly className?: string;
}

/** The server's error message. A form or a dialog moves it into view. */
export function ErrorNote({ error, onRetry, className }: ErrorProps) {
  const t = useMessages(uiMessages);
  const note = useScrollIntoView<HTMLDivElement>(Boolean(error));
  if (!error) return null;
  return (
    <div
      ref={note}
      role="alert"
      className={classes(
        scrollMargin,
        'flex items-start gap-2 rounded-md border border-bad bg-surface p-3 text-sm',
        className,
      )}
    >
      <TriangleExclamationPoint size={16} className="mt-0.5 shrink-0 text-bad" aria-hidden />
      <span className="min-w-0 flex-1 wrap-anywhere">{error.message}</span>
      {onRetry && (
        <Button size="s" onClick={onRetry}>
          {t.retry}
        </Button>
      )}
    </div>
  );
}

/** A skeleton of the content; invisible at first, so that fast responses do not flash it. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <div
      aria-hidden
      className={classes('animate-[appear_200ms_150ms_both] rounded-md bg-raised', className)}
    />
  );
}

export function SkeletonRows({ count = 6 }: { readonly count?: number }) {
  const t = useMessages(uiMessages);
  return (
    <div className="grid gap-2" role="status">
      <span className="sr-only">{t.loading}</span>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className="h-9" />
      ))}
    </div>
  );
}
