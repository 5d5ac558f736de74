/** The frame of public pages: the name of the server, and links to sign in and sign up. */
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { CircleQuestionMark } from '../icons/icons.ts';
import { useAbout } from '../data/session.ts';
import { basePath } from '../data/server-path.ts';
import { buttonClasses } from '../ui/button.tsx';
import { useMessages } from '../i18n/catalogue.ts';
import { Announcement } from './announcement.tsx';
import { LanguageAndTheme } from './choices.tsx';
import { Logo } from './logo.tsx';
import { publicMessages } from './public-messages.ts';
import { shellMessages } from './messages.ts';
import { useHelpAddress } from './use-help-address.ts';

// oxlint-disable-next-line import/no-default-export -- React's lazy asks for it.
export default function PublicFrame() {
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
      <Announcement />
      <main id="main" tabIndex={-1} className="outline-none">
        <Outlet />
      </main>
    </div>
  );
}

function PublicBar() {
  const t = useMessages(shellMessages);
  const publicTexts = useMessages(publicMessages);
  const help = useHelpAddress();
  const { site, plans, sign_up: signUp } = useAbout();
  const { href } = useLocation();
  const nextPath = href.replace(`${basePath}/console`, '');
  return (
    <header className="sticky top-0 z-30 flex min-h-12 flex-wrap items-center gap-2 border-b border-line bg-bg px-4 py-1.5">
      <a
        href={`${basePath}/`}
        className="mr-auto flex min-w-0 items-center gap-2.5 text-lg font-semibold text-text no-underline"
      >
        <Logo />
        <span className="truncate">{site.name}</span>
      </a>
      <Link to="/models" className={buttonClasses('quiet')}>
        {t.pages.models}
      </Link>
      {plans && (
        <Link to="/plans" className={buttonClasses('quiet')}>
          {publicTexts.plans}
        </Link>
      )}
      <a href={help} className={buttonClasses('quiet')} aria-label={t.help} title={t.help}>
        <CircleQuestionMark size={16} aria-hidden />
      </a>
      <LanguageAndTheme />
      <Link
        to="/sign-in"
        search={{ next: nextPath }}
        className={buttonClasses(signUp === 'open' ? undefined : 'primary')}
      >
        {t.signIn}
      </Link>
      {signUp === 'open' && (
        <Link to="/sign-up" className={buttonClasses('primary')}>
          {publicTexts.signUp}
        </Link>
      )}
    </header>
  );
}
