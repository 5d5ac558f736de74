/** The own password; whoever came by a provider or a passkey sets a first one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { post } from '../../data/api.ts';
import { sessionQuery, useUser } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { useWords } from '../../words/words.ts';
import { profileWords } from './words.ts';

const least = 10;

export function PasswordForm() {
  const t = useWords(profileWords);
  const client = useQueryClient();
  const { has_password: hasPassword, email } = useUser();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: () => post('/api/password', { current, password }),
    onSuccess: async () => {
      setCurrent('');
      setPassword('');
      await client.invalidateQueries({ queryKey: ['sessions'] });
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Section title={t.password} className="card mt-0! p-4">
      <form onSubmit={submit} className="grid gap-3">
        <p className="-mt-2 text-sm text-muted">{hasPassword ? t.passwordSays : t.passwordFirst}</p>
        <input type="hidden" autoComplete="username" value={email} />
        {hasPassword && (
          <TextField
            label={t.current}
            type="password"
            autoComplete="current-password"
            required
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
          minLength={least}
          value={password}
          onChange={event => setPassword(event.target.value)}
        />
        <ErrorNote error={change.error} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={change.isPending}>
            {hasPassword ? t.passwordDo : t.passwordSet}
          </Button>
          <span role="status" className="text-sm text-ok">
            {change.isSuccess && t.passwordDone}
          </span>
        </div>
      </form>
    </Section>
  );
}
