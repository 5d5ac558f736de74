/** Buttons with a label, and buttons with only an icon. */
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import type { IconComponent } from '../icons/icon.ts';
import { classes } from './class-names.ts';

type Kind = 'primary' | 'plain' | 'quiet' | 'danger';

const kindClasses: Readonly<Record<Kind, string>> = {
  primary: 'bg-accent text-on-accent border-transparent font-semibold hover:brightness-110',
  plain: 'bg-surface text-text border-line-strong hover:border-text',
  quiet: 'bg-transparent text-text border-transparent hover:bg-raised',
  danger: 'bg-transparent text-bad border-bad hover:bg-raised',
};

/** The class names of a button, for links that look like one. */
export function buttonClasses(kind: Kind = 'plain', size: 's' | 'm' = 'm'): string {
  return classes(
    'inline-flex items-center justify-center gap-2 rounded-md border whitespace-nowrap no-underline select-none',
    'transition-[filter,border-color,background-color] duration-120 ease-out',
    'disabled:cursor-default disabled:border-line disabled:bg-transparent disabled:text-disabled disabled:filter-none',
    size === 's' ? 'min-h-7 px-2 text-sm pointer-coarse:min-h-10' : 'min-h-9 px-3.5 pointer-coarse:min-h-11',
    kindClasses[kind],
  );
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: Kind;
  readonly size?: 's' | 'm';
  readonly icon?: IconComponent;
  /** The action is in progress; further presses are ignored. */
  readonly busy?: boolean;
  readonly children?: ReactNode;
}

export function Button({
  kind = 'plain',
  size = 'm',
  icon: Icon,
  busy = false,
  children,
  className,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={classes(buttonClasses(kind, size), className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {Icon && <Icon size={size === 's' ? 14 : 16} aria-hidden />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
  readonly icon: IconComponent;
  /** Whether a toggle button is on. */
  readonly pressed?: boolean;
}

export function IconButton({
  label,
  icon: Icon,
  pressed,
  kind = 'quiet',
  size = 'm',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Button
      kind={kind}
      size={size}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      className={classes(
        size === 's' ? 'w-7 px-0! pointer-coarse:w-10' : 'w-9 px-0! pointer-coarse:w-11',
        pressed && 'text-accent!',
        className,
      )}
      {...rest}
    >
      <Icon size={size === 's' ? 15 : 18} fill={pressed ? 'currentColor' : 'none'} aria-hidden />
    </Button>
  );
}
