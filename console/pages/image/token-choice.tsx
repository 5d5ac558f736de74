/** The token that pays: a choice if there are several, a link to create one if there is none. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from '../../icons/icons.ts';
import { createTokens } from '../../data/tokens/create-tokens.ts';
import { tokensQuery, type TokenChoice } from '../../data/tokens/tokens.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { imageMessages } from './messages.ts';

export function TokenSelect({ choice: { token, tokens, choose } }: { readonly choice: TokenChoice }) {
  const t = useMessages(imageMessages);
  if (tokens.length < 2 || !token) return null;
  return (
    <span className="relative inline-flex max-w-44 min-w-0 items-center">
      <KeyRound size={14} className="pointer-events-none absolute left-2.5 text-muted" aria-hidden />
      <select
        aria-label={t.token}
        title={t.token}
        value={token.id}
        onChange={event => choose(event.target.value)}
        className="h-9 w-full min-w-0 truncate rounded-md border border-transparent bg-transparent pr-1 pl-8 text-sm hover:bg-raised pointer-coarse:h-11"
      >
        {tokens.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}

export function NoToken({ choose }: Pick<TokenChoice, 'choose'>) {
  const t = useMessages(imageMessages);
  const client = useQueryClient();
  const creation = useMutation({
    mutationFn: () => createTokens({ group: 'image', name: t.consoleToken }),
    onSuccess: async ([created]) => {
      await client.invalidateQueries({ queryKey: tokensQuery.queryKey });
      if (created) choose(created.id);
    },
  });
  return (
    <div className="card grid gap-3 p-4">
      <p>{t.noToken}</p>
      <ErrorNote error={creation.error} />
      <Button
        kind="primary"
        icon={KeyRound}
        className="justify-self-start"
        busy={creation.isPending}
        onClick={() => creation.mutate()}
      >
        {t.makeToken}
      </Button>
    </div>
  );
}
