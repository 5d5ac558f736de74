/** The frame of a section in a task's details. */
import type { ReactNode } from 'react';

interface PartProps {
  readonly title: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Part({ title, actions, children }: PartProps) {
  return (
    <section className="min-w-0">
      <div className="mb-1.5 flex min-h-7 items-center justify-between gap-2">
        <h2 className="text-sm font-semibold text-muted">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

export function Facts({ children }: { readonly children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">{children}</dl>
  );
}

export function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      <dt className="min-h-7 py-1 text-muted">{name}</dt>
      <dd className="flex min-h-7 min-w-0 flex-wrap items-center py-0.5 wrap-anywhere">{children}</dd>
    </>
  );
}
