/** The frame of the pages before sign-in: name, language and theme choices, and a drawing on wide screens. */
import type { ReactNode } from 'react';
import { useAbout } from '../../data/session.ts';
import { BrandBar } from '../../shell/brand-bar.tsx';
import { useTitle } from '../../ui/page.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { Announcement } from '../../shell/announcement.tsx';
import { LegalLinks } from './legal.tsx';
import { Iris } from './iris.tsx';
import { signInMessages } from './messages.ts';

interface FrameProps {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
}

export function Frame({ title, intro, children }: FrameProps) {
  const t = useMessages(signInMessages);
  const { site } = useAbout();
  useTitle(title);
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(480px,5fr)_7fr]">
      <div className="flex flex-col px-5 py-5 sm:px-10">
        <BrandBar />
        <Announcement />
        <main className="mx-auto flex w-full max-w-96 flex-1 flex-col justify-center py-10">
          <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
          {intro && <p className="mt-1.5 text-muted">{intro}</p>}
          <div className="mt-6">{children}</div>
        </main>
        <LegalLinks />
      </div>
      <div className="relative m-3 hidden overflow-hidden rounded-xl bg-stage lg:block" aria-hidden>
        <Iris />
        {site.name === 'Kinora' && (
          <p className="absolute bottom-8 left-9 text-lg text-white/70">{t.motto}</p>
        )}
      </div>
    </div>
  );
}
