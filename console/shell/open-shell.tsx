/** The frame of pages that everybody may see: the shell for signed-in users, otherwise a bar with the way to sign in. */
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { CircleHelp } from 'lucide-react';
import { basePath } from '../data/server-path.ts';
import { sessionQuery, useAbout } from '../data/session.ts';
import { useMessages } from '../i18n/catalogue.ts';
import icon from '../icon.svg';
import { buttonLook } from '../ui/button.tsx';
import { LanguageAndTheme } from './choices.tsx';
import { shellMessages } from './messages.ts';
import { Shell } from './shell.tsx';
import { useHelpAddress } from './use-help-address.ts';

export function OpenShell() {
  const { data: user } = useQuery(sessionQuery);
  return user ? <Shell /> : <PublicFrame />;
}

function PublicFrame() {
  const t = useMessages(shellMessages);
  return (
    <div className="min-h-dvh">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent p-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t.skip}
      </a>
      <PublicBar />
      <main id="main" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
    </div>
  );
}

function PublicBar() {
  const t = useMessages(shellMessages);
  const help = useHelpAddress();
  const { href } = useLocation();
  const next = href.replace(`${basePath}/console`, '');
  return (
    <header className="sticky top-0 z-30 flex h-12 items-center gap-2 border-b border-line bg-bg px-4">
      <a
        href={`${basePath}/`}
        className="mr-auto flex items-center gap-2.5 text-lg font-semibold text-text no-underline"
      >
        <img src={icon} alt="" width={24} height={24} />
        {useAbout().site.name}
      </a>
      <a href={help} className={buttonLook('quiet')} aria-label={t.help} title={t.help}>
        <CircleHelp size={16} aria-hidden />
      </a>
      <LanguageAndTheme />
      <Link to="/sign-in" search={{ next }} className={buttonLook('primary')}>
        {t.signIn}
      </Link>
    </header>
  );
}
