/** Asks for the name of a new item, or for a new name of an existing one. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionDialog } from './action-dialog.tsx';
import { TextField } from '../fields/field.tsx';

interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  /** The label of the button: the action. */
  readonly confirm: string;
  readonly first?: string;
  readonly maxLength: number;
  /** Receives the trimmed name. */
  readonly run: (name: string) => Promise<unknown>;
  /** Called when the dialog is closed or cancelled, and after the action has succeeded. */
  readonly onClose: () => void;
}

export function NameDialog(props: NameDialogProps) {
  const { title, label, confirm, first = '', maxLength, run, onClose } = props;
  const [text, setText] = useState(first);
  const { mutate, isPending, error } = useMutation({ mutationFn: run, onSuccess: onClose });
  const name = text.trim();
  return (
    <ActionDialog
      title={title}
      action={confirm}
      isReady={name !== ''}
      isBusy={isPending}
      onSubmit={() => mutate(name)}
      onClose={onClose}
    >
      <TextField
        label={label}
        autoFocus
        maxLength={maxLength}
        value={text}
        error={error?.message}
        onChange={event => setText(event.target.value)}
      />
    </ActionDialog>
  );
}
