/** Asks for the name of a new item, or for a new name of an existing one. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useMessages } from '../../i18n/catalogue.ts';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from '../fields/field.tsx';
import { isCommit } from '../keys.ts';
import { uiMessages } from '../messages.ts';

interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  /** The label of the button: the action. */
  readonly confirm: string;
  readonly first?: string;
  readonly maxLength: number;
  /** Receives the trimmed name. */
  readonly run: (name: string) => Promise<unknown>;
  /** Also called after the action has succeeded. */
  readonly onClose: () => void;
}

export function NameDialog(props: NameDialogProps) {
  const { title, label, confirm, first = '', maxLength, run, onClose } = props;
  const t = useMessages(uiMessages);
  const [text, setText] = useState(first);
  const naming = useMutation({ mutationFn: run, onSuccess: onClose });
  const name = text.trim();
  const submit = () => {
    if (name !== '' && !naming.isPending) naming.mutate(name);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" busy={naming.isPending} disabled={name === ''} onClick={submit}>
            {confirm}
          </Button>
        </>
      }
    >
      <TextField
        label={label}
        autoFocus
        maxLength={maxLength}
        value={text}
        error={naming.error?.message}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => isCommit(event) && submit()}
      />
    </Dialog>
  );
}
