/** Why something is done; `hint` says who will read it. */
import { useWords } from '../words/words.ts';
import { TextField } from './field.tsx';
import { uiWords } from './words.ts';

interface ReasonFieldProps {
  readonly hint: string;
  readonly value: string;
  readonly onChange: (reason: string) => void;
}

export function ReasonField({ hint, value, onChange }: ReasonFieldProps) {
  return (
    <TextField
      label={useWords(uiWords).reason}
      hint={hint}
      maxLength={500}
      value={value}
      onChange={event => onChange(event.target.value)}
    />
  );
}
