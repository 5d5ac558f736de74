/** The frame of the consent page: only the name of the server and the choices, so that nothing distracts from the question. */
import { Languages } from 'lucide-react';
import type { ReactNode } from 'react';
import icon from '../../icon.svg';
import { LanguageChoice, ThemeChoice } from '../../shell/choices.tsx';
import { IconButton } from '../../ui/button.tsx';
import { useTitle } from '../../ui/page.tsx';
import { Popover } from '../../ui/popover.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { consentMessages } from './messages.ts';

interface FrameProps {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
}

export function Frame({ title, intro, children }: FrameProps) {
  const t = useMessages(consentMessages);
  useTitle(title);
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-140 flex-col px-4 py-5">
      <header className="flex items-center justify-between">
        <span className="flex items-center gap-2.5 text-lg font-semibold">
          <img src={icon} alt="" width={28} height={28} />
          Kinora
        </span>
        <Popover
          label={t.choices}
          align="end"
          className="w-72 p-3!"
          trigger={opens => <IconButton icon={Languages} label={t.choices} {...opens} />}
        >
          <div className="grid gap-3">
            <LanguageChoice />
            <ThemeChoice />
          </div>
        </Popover>
      </header>
      <main className="flex flex-1 flex-col justify-center py-6">
        <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
        {intro && <p className="mt-1.5 text-muted wrap-anywhere">{intro}</p>}
        <div className="mt-5 grid gap-4">{children}</div>
      </main>
    </div>
  );
}
