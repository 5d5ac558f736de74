/** The navigation rail. Collapsed to icons on tablets or by choice; on phones a sheet from the side. */
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ChevronDown, ChevronRight, PanelLeftClose, PanelLeftOpen, X } from '../icons/icons.ts';
import { openStoredValue } from '../state/stored-value.ts';
import { hasRole, useAbout, type User } from '../data/session.ts';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/class-names.ts';
import { useTablet } from '../ui/phone.ts';
import { useMessages } from '../i18n/catalogue.ts';
import { FirstSteps } from './first-steps.tsx';
import { Logo } from './logo.tsx';
import { nav, type NavGroup, type NavItem } from './nav.ts';
import { shellMessages } from './messages.ts';

/** Saved separately for large and small windows. */
const isCollapsed = openStoredValue('rail collapsed', false);
const isCollapsedOnTablets = openStoredValue('rail collapsed on tablets', true);
/** Whether the operator entries are expanded. */
const isOperating = openStoredValue('rail operate', false);

interface RailProps {
  readonly user: User;
  /** Whether the sheet is open on phones. */
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function Rail({ user, isOpen, onClose }: RailProps) {
  const choices = [isCollapsed.use(), isCollapsedOnTablets.use()] as const;
  const isTablet = useTablet();
  const isNarrow = choices[isTablet ? 1 : 0];
  const t = useMessages(shellMessages);
  const container = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    container.current?.querySelector(`a[href$="${pathname}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <>
      <div
        className={classes(
          'sticky top-0 hidden h-dvh shrink-0 flex-col border-r border-line bg-surface md:flex',
          isNarrow ? 'w-14' : 'w-58',
        )}
      >
        {/* A scrollbar would take a third of the narrow rail from its icons. */}
        <div
          ref={container}
          className={classes('min-h-0 overflow-y-auto', isNarrow && '[scrollbar-width:none]')}
        >
          <Places user={user} isNarrow={isNarrow} />
        </div>
        <div
          className={classes(
            'mt-auto flex items-center gap-2 border-t border-line p-2',
            isNarrow && 'flex-col',
          )}
        >
          <IconButton
            icon={isNarrow ? PanelLeftOpen : PanelLeftClose}
            label={isNarrow ? t.expand : t.collapse}
            onClick={() => (isTablet ? isCollapsedOnTablets : isCollapsed).set(!isNarrow)}
          />
          <FirstSteps user={user} isNarrow={isNarrow} />
        </div>
      </div>
      {isOpen && <Sheet user={user} onClose={onClose} />}
    </>
  );
}

function Sheet({ user, onClose }: Omit<RailProps, 'isOpen'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const t = useMessages(shellMessages);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-label={t.menu}
      onClose={onClose}
      onClick={event => {
        const isOutside = event.target === dialog.current;
        const isLink = event.target instanceof Element && event.target.closest('a');
        if (isOutside || isLink) dialog.current?.close();
      }}
      className="m-0 h-dvh max-h-none w-70 animate-[appear_180ms] overflow-y-auto border-r border-line bg-surface p-0 text-text backdrop:bg-black/60"
    >
      <IconButton
        icon={X}
        label={t.menu}
        className="absolute! top-1.5 right-1.5"
        onClick={() => dialog.current?.close()}
      />
      <Places user={user} isNarrow={false} />
      <div className="p-2">
        <FirstSteps user={user} isNarrow={false} />
      </div>
    </dialog>
  );
}

function Places({ user, isNarrow }: { readonly user: User; readonly isNarrow: boolean }) {
  const t = useMessages(shellMessages);
  const { site } = useAbout();
  return (
    <nav aria-label={t.menu} className={isNarrow ? 'pb-2' : 'pb-4'}>
      <Link
        to="/image"
        className={classes(
          'flex h-12 items-center gap-2.5 text-lg font-semibold text-text no-underline',
          isNarrow ? 'justify-center' : 'px-4',
        )}
        aria-label={site.name}
      >
        <Logo {...(isNarrow && { width: 'max-w-10' })} />
        {!isNarrow && <span className="truncate">{site.name}</span>}
      </Link>
      {nav.map(group => (
        <Group key={group.name} {...{ group, user, isNarrow }} />
      ))}
    </nav>
  );
}

interface GroupProps {
  readonly group: NavGroup;
  readonly user: User;
  readonly isNarrow: boolean;
}

function Group({ group: { name, items }, user, isNarrow }: GroupProps) {
  const t = useMessages(shellMessages);
  const visible = items.filter(({ role }) => role === undefined || hasRole(user, role));
  if (visible.length === 0) return null;
  if (name === 'operate') return <Operate items={visible} isNarrow={isNarrow} />;
  return (
    <div className={classes('px-2', isNarrow ? 'mt-2' : 'mt-3')}>
      <h2 className={isNarrow ? 'sr-only' : `mb-1 px-2 ${headingLook}`}>{t.groups[name]}</h2>
      <Items items={visible} isNarrow={isNarrow} />
    </div>
  );
}

const headingLook = 'text-xs font-semibold tracking-wide text-muted uppercase';

interface ItemsProps {
  readonly items: readonly NavItem[];
  readonly isNarrow: boolean;
}

/**
 * The operator entries: collapsed until opened, and expanded on operator pages. A colored edge shows that
 * changes here affect all accounts.
 */
function Operate({ items, isNarrow }: ItemsProps) {
  const t = useMessages(shellMessages);
  const { pathname } = useLocation();
  const isOnOperatorPage = items.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  const isOpen = isOperating.use() || isOnOperatorPage;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <div
      className={classes(
        'border-l-2 pr-2 pl-1.5',
        isNarrow ? 'mt-2' : 'mt-3',
        isOpen ? 'border-accent' : 'border-transparent',
      )}
    >
      <h2 className={isNarrow && isOnOperatorPage ? 'sr-only' : 'mb-1'}>
        <button
          type="button"
          aria-expanded={isOpen}
          disabled={isOnOperatorPage}
          title={isNarrow ? t.groups.operate : undefined}
          className={classes(
            'flex min-h-8 w-full items-center justify-between rounded-md px-2 not-disabled:hover:bg-raised pointer-coarse:min-h-11',
            headingLook,
          )}
          onClick={() => isOperating.set(!isOpen)}
        >
          <span className={isNarrow ? 'sr-only' : undefined}>{t.groups.operate}</span>
          {!isOnOperatorPage && <Chevron size={16} aria-hidden className="shrink-0" />}
        </button>
      </h2>
      {isOpen && <Items items={items} isNarrow={isNarrow} />}
    </div>
  );
}

function Items({ items, isNarrow }: ItemsProps) {
  const t = useMessages(shellMessages);
  return (
    <ul>
      {items.map(({ to, name: page, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            title={isNarrow ? t.pages[page] : undefined}
            className="flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-muted no-underline transition-colors duration-120 hover:bg-raised hover:text-text pointer-coarse:min-h-11"
            activeProps={{ className: 'bg-raised text-text! font-medium', 'aria-current': 'page' }}
          >
            <Icon size={16} aria-hidden className="shrink-0" />
            <span className={isNarrow ? 'sr-only' : undefined}>{t.pages[page]}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
