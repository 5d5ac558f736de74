/** The bar above every page: what is under way, what is left to spend, search, and oneself. */
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  CircleUser,
  Keyboard,
  LogOut,
  Menu,
  Search,
  UserRound,
  WifiOff,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useIsLive } from '../data/live.ts';
import { mayAs, signOut, useBalance, type User } from '../data/session.ts';
import { IconButton } from '../ui/button.tsx';
import { Popover } from '../ui/popover.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Money } from '../ui/show.tsx';
import { chooseLanguage, useChosenLanguage } from '../words/language.ts';
import { useWords } from '../words/words.ts';
import { chooseTheme, useTheme } from './theme.ts';
import { Tray } from './tray.tsx';
import { shellWords } from './words.ts';

interface TopBarProps {
  readonly user: User;
  readonly onMenu: () => void;
  readonly onSearch: () => void;
  readonly onShortcuts: () => void;
}

export function TopBar({ user, onMenu, onSearch, onShortcuts }: TopBarProps) {
  const t = useWords(shellWords);
  const isLive = useIsLive();
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-1.5 border-b border-line bg-bg px-3 md:px-6">
      <IconButton icon={Menu} label={t.menu} className="md:hidden" onClick={onMenu} />
      <Tray user={user} />
      <div className="ml-auto flex items-center gap-1.5">
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
        <You user={user} onShortcuts={onShortcuts} />
      </div>
    </header>
  );
}

function BalanceLink({ user }: { readonly user: User }) {
  const t = useWords(shellWords);
  const balance = useBalance();
  return (
    <Link
      to={mayAs(user, 'owner') ? '/ledger' : '/usage'}
      title={t.balance}
      className="tabular rounded-md px-2 py-1 text-sm font-medium text-text no-underline hover:bg-raised"
    >
      <span className="sr-only">{t.balance} </span>
      <Money amount={balance?.available} />
    </Link>
  );
}

function You({ user, onShortcuts }: Pick<TopBarProps, 'user' | 'onShortcuts'>) {
  const t = useWords(shellWords);
  const client = useQueryClient();
  const navigate = useNavigate();
  useReopened();
  const leave = async () => {
    await signOut(client);
    await navigate({ to: '/sign-in' });
  };
  return (
    <Popover
      label={t.you}
      align="end"
      className="w-72 p-3!"
      trigger={opens => <IconButton icon={CircleUser} label={t.you} data-you {...opens} />}
    >
      {close => (
        <div className="grid gap-3">
          <p className="min-w-0 leading-tight">
            <span className="block truncate font-medium">{user.name}</span>
            <span className="block truncate text-sm text-muted">{user.email}</span>
            <span className="text-xs text-muted">{t.roles[user.role]}</span>
          </p>
          <ThemeChoice />
          <MenuLanguage />
          <div className="-mx-2 -mb-1 grid border-t border-line pt-2">
            <Link to="/profile" className={rowLook} onClick={close}>
              <RowIcon icon={UserRound} />
              {t.pages.profile}
            </Link>
            <button
              type="button"
              className={rowLook}
              onClick={() => {
                close();
                onShortcuts();
              }}
            >
              <RowIcon icon={Keyboard} />
              {t.shortcuts}
            </button>
            <button type="button" className={rowLook} onClick={() => void leave()}>
              <RowIcon icon={LogOut} />
              {t.signOut}
            </button>
          </div>
        </div>
      )}
    </Popover>
  );
}

/** Another language is another page altogether: the menu in which it was chosen is opened again there. */
let isReopening = false;

function useReopened(): void {
  useEffect(() => {
    if (!isReopening) return;
    const target = document.querySelector('[data-you]')?.getAttribute('popovertarget');
    if (target) document.getElementById(target)?.togglePopover(true);
  }, []);
}

function MenuLanguage() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isReopening) place.current?.querySelector<HTMLElement>('input:checked')?.focus();
    isReopening = false;
  }, []);
  return (
    <div ref={place} onChangeCapture={() => (isReopening = true)}>
      <LanguageChoice />
    </div>
  );
}

const rowLook =
  'flex min-h-9 items-center gap-2.5 rounded-md px-2 text-left text-text no-underline hover:bg-raised pointer-coarse:min-h-11';

function RowIcon({ icon: Icon }: { readonly icon: LucideIcon }) {
  return <Icon size={16} aria-hidden className="shrink-0 text-muted" />;
}

export function ThemeChoice() {
  const t = useWords(shellWords);
  const segments = (['system', 'dark', 'light'] as const).map(value => ({ value, label: t.themes[value] }));
  return <Segmented label={t.theme} value={useTheme()} segments={segments} onChange={chooseTheme} />;
}

export function LanguageChoice() {
  const t = useWords(shellWords);
  const segments = [
    { value: 'system', label: t.themes.system },
    { value: 'en', label: <span lang="en">English</span> },
    { value: 'zh', label: <span lang="zh-CN">中文</span> },
  ] as const;
  return (
    <Segmented label={t.language} value={useChosenLanguage()} segments={segments} onChange={chooseLanguage} />
  );
}
