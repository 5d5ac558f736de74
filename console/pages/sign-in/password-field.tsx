/** A password input with a toggle for visibility. For a new password it shows when it is long enough. */
import { useState, type InputHTMLAttributes } from 'react';
import { Eye, EyeOff } from '../../icons/icons.ts';
import { IconButton } from '../../ui/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { signInMessages } from './messages.ts';

export const minCharacters = 12;

interface PasswordProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'value'> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly isNew?: boolean;
}

export function PasswordField({ label, error, isNew = false, ...input }: PasswordProps) {
  const t = useMessages(signInMessages);
  const [isShown, setShown] = useState(false);
  const [length, setLength] = useState(0);
  return (
    <Field label={label} error={error} hint={isNew ? <PasswordHint length={length} /> : undefined}>
      {inputProps => (
        <div className="relative">
          <input
            className="field min-h-11! pr-12"
            type={isShown ? 'text' : 'password'}
            autoComplete={isNew ? 'new-password' : 'current-password'}
            autoCapitalize="none"
            spellCheck={false}
            onInput={event => setLength([...event.currentTarget.value].length)}
            {...inputProps}
            {...input}
          />
          <IconButton
            icon={isShown ? EyeOff : Eye}
            label={isShown ? t.hidePassword : t.showPassword}
            className="absolute! top-1 right-1 pointer-coarse:top-0 pointer-coarse:right-0"
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Field>
  );
}

function PasswordHint({ length }: { readonly length: number }) {
  const t = useMessages(signInMessages);
  const missing = minCharacters - length;
  const message =
    length === 0 ? t.passwordLength(minCharacters) : missing > 0 ? t.charactersMore(missing) : t.longEnough;
  return (
    <>
      <span className={missing <= 0 ? 'text-ok' : undefined}>{message}</span> {t.passwordHint}
    </>
  );
}
