/** A part of a long form: its name and its purpose, next to its fields. */
import { useId, type ReactNode } from 'react';

interface FormPartProps {
  readonly title: string;
  readonly description: string;
  readonly children: ReactNode;
}

export function FormPart({ title, description, children }: FormPartProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-4 border-t border-line py-6 first:border-t-0 first:pt-0 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-sm text-muted">{description}</p>
      </div>
      <div className="grid min-w-0 content-start gap-4">{children}</div>
    </section>
  );
}
