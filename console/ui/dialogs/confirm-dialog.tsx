/** Asks for confirmation of an irreversible action. Critical actions require typing a name. */
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../i18n/catalogue.ts';
import { ActionDialog } from './action-dialog.tsx';
import { TextField } from '../fields/field.tsx';
import { uiMessages } from '../messages.ts';

interface ConfirmProps {
  readonly title: string;
  /** Describes the consequences. */
  readonly children: ReactNode;
  /** The label of the button: the action, not "OK". */
  readonly confirm: string;
  /** The text that must be typed first. */
  readonly word?: string;
  readonly isDanger?: boolean;
  readonly run: () => Promise<unknown>;
  /** Called when the dialog is closed or cancelled, and after the action has succeeded. */
  readonly onClose: () => void;
}

export function ConfirmDialog(props: ConfirmProps) {
  const { title, children, confirm, word, isDanger = true, run, onClose } = props;
  const t = useMessages(uiMessages);
  const [typedText, setTypedText] = useState('');
  const { mutate, isPending, error } = useMutation({ mutationFn: run, onSuccess: onClose });
  return (
    <ActionDialog
      title={title}
      action={confirm}
      kind={isDanger ? 'danger' : 'primary'}
      isReady={word === undefined || typedText.trim() === word}
      isBusy={isPending}
      error={error}
      onSubmit={mutate}
      onClose={onClose}
    >
      <div>{children}</div>
      {word !== undefined && (
        <TextField
          label={t.typeToConfirm(word)}
          value={typedText}
          autoComplete="off"
          spellCheck={false}
          onChange={event => setTypedText(event.target.value)}
        />
      )}
    </ActionDialog>
  );
}
