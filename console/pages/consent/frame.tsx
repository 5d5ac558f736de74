/**
 * The frame of the consent page: only the name of the server and the choices, so that nothing
 * distracts from the question.
 */
import type { ReactNode } from 'react';
import { BrandBar } from '../../shell/brand-bar.tsx';
import { useTitle } from '../../ui/page.tsx';

interface FrameProps {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
}

export function Frame({ title, intro, children }: FrameProps) {
  useTitle(title);
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-140 flex-col px-4 py-5">
      <BrandBar />
      <main className="flex flex-1 flex-col justify-center py-6">
        <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
        {intro && <p className="mt-1.5 text-muted wrap-anywhere">{intro}</p>}
        <div className="mt-5 grid gap-4">{children}</div>
      </main>
    </div>
  );
}
