/** The frame around every page: the rail, the top bar and the page. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { startLive } from '../data/events/live-updates.ts';
import { sessionQuery, type User } from '../data/session.ts';
import { singleKeys } from '../ui/keys.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { Announcement } from './announcement.tsx';
import { Announcer } from './announcer.tsx';
import { loadPalette, LazyPalette } from './lazy-palette.tsx';
import { Rail } from './rail.tsx';
import { TopBar } from './top-bar.tsx';
import { shellMessages } from './messages.ts';

const paletteSoonMs = 1000;
const Shortcuts = lazy(() => import('./shortcuts.tsx').then(module => ({ default: module.Shortcuts })));

export function Shell() {
  const { data: user } = useQuery(sessionQuery);
  return user ? <Frame user={user} /> : <GoToSignIn />;
}

/** Redirects once when the session has ended, not at each URL change that follows. */
function GoToSignIn() {
  const navigate = useNavigate();
  const { href } = useLocation();
  const [nextPath] = useState(href.replace(/^\/console/, ''));
  useEffect(() => {
    void navigate({ to: '/sign-in', search: nextPath === '/' ? {} : { next: nextPath }, replace: true });
  }, [navigate, nextPath]);
  return null;
}

function Frame({ user }: { readonly user: User }) {
  const client = useQueryClient();
  const t = useMessages(shellMessages);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [overlay, setOverlay] = useState<'palette' | 'shortcuts'>();
  useEffect(() => startLive(client, user), [client, user]);
  useOverlayKeys(setOverlay);
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette(), paletteSoonMs);
    return () => clearTimeout(timer);
  }, []);
  const close = () => setOverlay(undefined);
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent p-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t.skip}
      </a>
      <Rail user={user} isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
      <div className="flex min-w-0 flex-1 flex-col">
        <Announcement />
        <TopBar
          user={user}
          onMenu={() => setMenuOpen(true)}
          onSearch={() => setOverlay('palette')}
          onShortcuts={() => setOverlay('shortcuts')}
        />
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          <Outlet />
        </main>
        <Announcer user={user} />
      </div>
      {overlay === 'palette' && <LazyPalette user={user} onClose={close} />}
      <Suspense>{overlay === 'shortcuts' && <Shortcuts onClose={close} />}</Suspense>
    </div>
  );
}

/** Shortcuts: Ctrl+K or Cmd+K, and `?`. */
function useOverlayKeys(open: (overlay: 'palette' | 'shortcuts') => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPalette = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (isPalette) event.preventDefault();
      if (isPalette) open('palette');
      else if (event.key === '?' && singleKeys.get() && !isTyping) open('shortcuts');
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [open]);
}
