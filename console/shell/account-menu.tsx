/** The menu of the signed-in user: theme, language, profile, sign out. */
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { IconComponent } from '../icons/icon.ts';
import { CircleQuestionMark, Keyboard, LogOut, UserRound } from '../icons/icons.ts';
import { signOut, useAbout, type User } from '../data/session.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { LanguageChoice, ThemeChoice } from './choices.tsx';
import { useHelpAddress } from './use-help-address.ts';
import { reopening } from './reopening.ts';
import { shellMessages } from './messages.ts';

interface MenuProps {
  readonly user: User;
  readonly onShortcuts: () => void;
  readonly onClose: () => void;
}

const rowLook =
  'flex min-h-9 items-center gap-2.5 rounded-md px-2 text-left text-text no-underline hover:bg-raised pointer-coarse:min-h-11';

function RowIcon({ icon: Icon }: { readonly icon: IconComponent }) {
  return <Icon size={16} aria-hidden className="shrink-0 text-muted" />;
}

export function AccountMenu({ user, onShortcuts, onClose }: MenuProps) {
  const t = useMessages(shellMessages);
  const client = useQueryClient();
  const navigate = useNavigate();
  const help = useHelpAddress();
  const { version } = useAbout();
  const leave = async () => {
    await signOut(client);
    await navigate({ to: '/sign-in' });
  };
  return (
    <div className="grid gap-3">
      <p className="min-w-0 leading-tight">
        <span className="block truncate font-medium">{user.name}</span>
        <span className="block truncate text-sm text-muted">{user.email}</span>
        <span className="text-xs text-muted">{t.roles[user.role]}</span>
      </p>
      <ThemeChoice />
      <MenuLanguage />
      <div className="-mx-2 -mb-1 grid border-t border-line pt-2">
        <Link to="/profile" className={rowLook} onClick={onClose}>
          <RowIcon icon={UserRound} />
          {t.pages.profile}
        </Link>
        <button
          type="button"
          className={rowLook}
          onClick={() => {
            onClose();
            onShortcuts();
          }}
        >
          <RowIcon icon={Keyboard} />
          {t.shortcuts}
        </button>
        <a href={help} target="_blank" rel="noreferrer" className={rowLook} onClick={onClose}>
          <RowIcon icon={CircleQuestionMark} />
          {t.help}
        </a>
        <button type="button" className={rowLook} onClick={() => void leave()}>
          <RowIcon icon={LogOut} />
          {t.signOut}
        </button>
      </div>
      <p className="text-xs text-muted">Kinora {version}</p>
    </div>
  );
}

/** After a change of language, focus returns to that choice. */
function MenuLanguage() {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (reopening.isDue) container.current?.querySelector<HTMLElement>('input:checked')?.focus();
    reopening.isDue = false;
  }, []);
  return (
    <div ref={container} onChangeCapture={() => void (reopening.isDue = true)}>
      <LanguageChoice />
    </div>
  );
}
