/** The layout of a page: title, actions, width. */
import { useEffect, type ReactNode } from 'react';
import { siteTitle } from '../data/server-path.ts';
import { classes } from './class-names.ts';

interface PageProps {
  readonly title: string;
  /** A description of the page in one line, under the title. */
  readonly intro?: ReactNode;
  readonly actions?: ReactNode;
  /** Whether the page uses the full width, as pages of pictures do. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export function Page({ title, intro, actions, isWide, children }: PageProps) {
  useTitle(title);
  return (
    <div className={classes('mx-auto w-full p-4 md:p-6', !isWide && 'max-w-360')}>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold">{title}</h1>
          {intro && <p className="mt-0.5 max-w-180 text-muted">{intro}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

/** The title of the window. The tray (shell/tray.tsx) prepends the number of running tasks. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${siteTitle}`;
  }, [title]);
}

/** A section of a page with a heading. */
export function Section({
  title,
  actions,
  children,
  className,
}: {
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <section className={classes('mt-8 first:mt-0', className)}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-semibold">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
