/** The reason for an action; `hint` states who can read it. */
import { useMessages } from '../../i18n/catalogue.ts';
import { TextField } from './field.tsx';
import { uiMessages } from '../messages.ts';

interface ReasonFieldProps {
  readonly hint: string;
  readonly value: string;
  readonly onChange: (reason: string) => void;
}

export function ReasonField({ hint, value, onChange }: ReasonFieldProps) {
  return (
    <TextField
      label={useMessages(uiMessages).reason}
      hint={hint}
      maxLength={500}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  );
}
