/** A dialog with one action: its input fields, its error, and the buttons that run or cancel it. */
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import type { IconComponent } from '../../icons/icon.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { Button, type ButtonProps } from '../button.tsx';
import { isCommit } from '../keys.ts';
import { ErrorNote } from '../page-states.tsx';
import { uiMessages } from '../messages.ts';
import { Dialog } from './dialog.tsx';

interface ActionDialogProps {
  readonly title: ReactNode;
  /** The label of the button: the action, not "OK". */
  readonly action: ReactNode;
  readonly kind?: ButtonProps['kind'];
  readonly icon?: IconComponent;
  readonly isReady?: boolean;
  readonly isBusy: boolean;
  /** Omitted if a field of the dialog shows it. */
  readonly error?: Error | null | undefined;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** A click outside does not close the dialog, because it holds unsaved input. */
  readonly ignoresOutsideClicks?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * Enter in a field of one line runs the action, but not if it is held down or confirms
 * what an input method offers.
 */
export function ActionDialog(props: ActionDialogProps) {
  const { title, action, kind = 'primary', icon, isReady = true, isBusy, error, children } = props;
  const { onSubmit, onClose, ignoresOutsideClicks, className } = props;
  const t = useMessages(uiMessages);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !isBusy) onSubmit();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      {...(ignoresOutsideClicks && { ignoresOutsideClicks })}
      {...(className && { className })}
    >
      <form noValidate className="grid gap-4" onSubmit={submit} onKeyDown={ignoreOtherEnters}>
        {children}
        <ErrorNote error={error ?? null} />
        <div className="mt-1 flex flex-wrap justify-end gap-2">
          <Button onClick={event => event.currentTarget.closest('dialog')?.close()}>{t.cancel}</Button>
          <Button kind={kind} {...(icon && { icon })} type="submit" busy={isBusy} disabled={!isReady}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function ignoreOtherEnters(event: KeyboardEvent): void {
  const isInField = event.target instanceof HTMLInputElement;
  if (event.key === 'Enter' && isInField && !isCommit(event)) event.preventDefault();
}
