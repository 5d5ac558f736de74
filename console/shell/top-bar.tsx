/** The bar above every page: tasks in progress, available balance, search and account menu. */
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { CircleQuestionMark, CircleUser, Menu, Search, WifiOff } from '../icons/icons.ts';
import { useIsLive } from '../data/events/live-updates.ts';
import { hasRole, useBalance, type User } from '../data/session.ts';
import { buttonClasses, IconButton } from '../ui/button.tsx';
import { Popover } from '../ui/popover.tsx';
import { Money } from '../ui/formatted-values.tsx';
import { useMessages } from '../i18n/catalogue.ts';
import { useHelpAddress } from './use-help-address.ts';
import { reopening } from './reopening.ts';
import { shellMessages } from './messages.ts';

// Loaded on opening, so that it does not delay the first page.
const AccountMenu = lazy(() =>
  import('./account-menu.tsx').then(module => ({ default: module.AccountMenu })),
);

/** Loaded after the page. */
const Tray = lazy(() => import('./tray.tsx').then(module => ({ default: module.Tray })));

interface TopBarProps {
  readonly user: User;
  readonly onMenu: () => void;
  readonly onSearch: () => void;
  readonly onShortcuts: () => void;
}

export function TopBar({ user, onMenu, onSearch, onShortcuts }: TopBarProps) {
  const t = useMessages(shellMessages);
  const isLive = useIsLive();
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-1.5 border-b border-line bg-bg px-3 md:px-6">
      <IconButton icon={Menu} label={t.menu} className="md:hidden" onClick={onMenu} />
      <Suspense>
        <Tray user={user} />
      </Suspense>
      <div className="ml-auto flex shrink-0 items-center gap-1.5">
        <span role="status">
          {!isLive && (
            <span className="inline-flex items-center gap-1.5 rounded-full border border-warn px-2.5 py-0.5 text-xs text-warn">
              <WifiOff size={12} aria-hidden />
              {t.reconnecting}
            </span>
          )}
        </span>
        <BalanceLink user={user} />
        <IconButton icon={Search} label={`${t.search} (Ctrl K)`} onClick={onSearch} />
        <HelpLink />
        <UserMenu user={user} onShortcuts={onShortcuts} />
      </div>
    </header>
  );
}

/** On phones it is in the account menu, because the bar is full. */
function HelpLink() {
  const t = useMessages(shellMessages);
  const address = useHelpAddress();
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      aria-label={t.help}
      title={t.help}
      className={`${buttonClasses('quiet')} w-9 px-0! pointer-coarse:w-11 max-sm:hidden`}
    >
      <CircleQuestionMark size={18} aria-hidden />
    </a>
  );
}

function BalanceLink({ user }: { readonly user: User }) {
  const t = useMessages(shellMessages);
  const balance = useBalance();
  return (
    <Link
      to={hasRole(user, 'owner') ? '/ledger' : '/usage'}
      title={t.balance}
      className="tabular min-w-22 rounded-md px-2 py-1 text-right text-sm font-medium text-text no-underline hover:bg-raised"
    >
      <span className="sr-only">{t.balance} </span>
      <Money amount={balance?.available} />
    </Link>
  );
}

function UserMenu({ user, onShortcuts }: Pick<TopBarProps, 'user' | 'onShortcuts'>) {
  const t = useMessages(shellMessages);
  useReopenMenu();
  return (
    <Popover
      label={t.you}
      align="end"
      className="w-72 p-3!"
      trigger={triggerProps => <IconButton icon={CircleUser} label={t.you} data-you {...triggerProps} />}
    >
      {close => (
        <Suspense fallback={<div className="h-80" />}>
          <AccountMenu user={user} onShortcuts={onShortcuts} onClose={close} />
        </Suspense>
      )}
    </Popover>
  );
}

function useReopenMenu(): void {
  useEffect(() => {
    if (!reopening.isDue) return;
    const target = document.querySelector('[data-you]')?.getAttribute('popovertarget');
    if (target) document.getElementById(target)?.togglePopover(true);
  }, []);
}
