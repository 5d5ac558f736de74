/** Changes the user's password, or sets a first one for users who sign in with a provider or a passkey. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { ApiError, callRoute } from '../../data/api.ts';
import { sessionQuery, useUser } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { CheckList } from '../../ui/fields/check-list.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Section } from '../../ui/page.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { passkeysQuery } from './passkeys-query.ts';
import { profileMessages } from './messages.ts';

const min = 12;

export function PasswordForm() {
  const t = useMessages(profileMessages);
  const client = useQueryClient();
  const { has_password: hasPassword, email } = useUser();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [keptIds, setKeptIds] = useState<readonly string[]>([]);
  const change = useMutation({
    mutationFn: () =>
      callRoute('POST /api/password', { body: { current, password, keep_passkeys: keptIds } }),
    onSuccess: async () => {
      setCurrent('');
      setPassword('');
      setKeptIds([]);
      await client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
      await client.invalidateQueries({ queryKey: ['sessions'] });
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  const apiError = change.error instanceof ApiError ? change.error : undefined;
  const isCurrentWrong = apiError?.code === 'sign_in_failed';
  const isNewPasswordRejected = apiError?.param === 'password';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Section title={t.password} className="card mt-0! p-4">
      <form onSubmit={submit} className="grid gap-3">
        <p className="-mt-2 text-sm text-muted">{hasPassword ? t.passwordDescription : t.passwordFirst}</p>
        <input type="hidden" autoComplete="username" value={email} />
        {hasPassword && (
          <TextField
            label={t.current}
            type="password"
            autoComplete="current-password"
            required
            error={isCurrentWrong ? t.currentWrong : undefined}
            value={current}
            onChange={event => setCurrent(event.target.value)}
          />
        )}
        <TextField
          label={t.next}
          hint={t.nextHint}
          type="password"
          autoComplete="new-password"
          required
          minLength={min}
          error={isNewPasswordRejected ? apiError.message : undefined}
          value={password}
          onChange={event => setPassword(event.target.value)}
        />
        <KeptPasskeys keptIds={keptIds} onChange={setKeptIds} />
        {!isCurrentWrong && !isNewPasswordRejected && <ErrorNote error={change.error} />}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={change.isPending}>
            {hasPassword ? t.passwordButton : t.passwordSet}
          </Button>
          <span role="status" className="text-sm text-ok">
            {change.isSuccess && t.passwordDone}
          </span>
        </div>
      </form>
    </Section>
  );
}

interface KeptProps {
  readonly keptIds: readonly string[];
  readonly onChange: (keptIds: readonly string[]) => void;
}

/**
 * The passkeys that stay valid. None is selected by default, so that a passkey added by someone else is not
 * kept by mistake.
 */
function KeptPasskeys({ keptIds, onChange }: KeptProps) {
  const t = useMessages(profileMessages);
  const { data: passkeys = [] } = useQuery(passkeysQuery);
  if (passkeys.length === 0) return null;
  const choices = passkeys.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div>
      <CheckList label={t.keep} choices={choices} values={keptIds} onChange={onChange} />
      <p className="mt-1 text-xs text-muted">{t.keepHint}</p>
    </div>
  );
}
