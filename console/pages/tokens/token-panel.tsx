/** A token: spending, limits, key rotation and revocation. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { Ban, KeyRound } from '../../icons/icons.ts';
import { callProcedure } from '../../data/api.ts';
import { hasRole, useCurrency, useUser } from '../../data/session.ts';
import type { Token } from '../../data/tokens/tokens.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Section } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/formatted-values.tsx';
import { SidePanel } from '../../ui/dialogs/side-panel.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { formatMoney } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { groupsQuery } from '../../data/tokens/account-groups.ts';
import { MoreFields } from './more-limits.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { SpendFields } from './spend-fields.tsx';
import { SpentAmount } from './spent-amount.tsx';
import { toDraft, toChangeInput } from './token-draft.ts';
import { TokenState } from './token-list.tsx';
import { tokenMessages } from './messages.ts';

interface TokenPanelProps {
  readonly token: Token;
  readonly onClose: () => void;
}

export function TokenPanel({ token, onClose }: TokenPanelProps) {
  const t = useMessages(tokenMessages);
  const client = useQueryClient();
  const [dialog, setOver] = useState<'rotate' | 'revoke'>();
  const refetchTokens = () => client.invalidateQueries({ queryKey: ['tokens'] });
  const isRevoked = token.state === 'revoked';
  return (
    <SidePanel title={token.name} label={`${t.details}: ${token.name}`} onClose={onClose}>
      <div className="grid gap-6">
        <Facts token={token} />
        {!isRevoked && <ChangeLimits token={token} />}
        {!isRevoked && (
          <div className="flex flex-wrap gap-2 border-t border-line pt-4">
            {token.client === null && (
              <Button icon={KeyRound} onClick={() => setOver('rotate')}>
                {t.rotate}
              </Button>
            )}
            <Button kind="danger" icon={Ban} onClick={() => setOver('revoke')}>
              {t.revoke}
            </Button>
          </div>
        )}
      </div>
      {dialog === 'rotate' && <RotateDialog token={token} onClose={() => setOver(undefined)} />}
      {dialog === 'revoke' && (
        <ConfirmDialog
          title={t.revokeTitle(token.name)}
          confirm={t.revokeButton}
          word={token.name}
          run={async () => {
            await callProcedure('token revoke', { token: token.id });
            await refetchTokens();
          }}
          onClose={() => setOver(undefined)}
        >
          <p>{t.revokeDescription}</p>
        </ConfirmDialog>
      )}
    </SidePanel>
  );
}

function Facts({ token }: { readonly token: Token }) {
  const t = useMessages(tokenMessages);
  const currency = useCurrency();
  const isOwner = hasRole(useUser(), 'owner');
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-3 text-sm sm:grid-cols-4">
        <Fact name={t.columns.state} value={<TokenState state={token.state} />} />
        <Fact name={t.columns.group} value={[token.group, token.also].filter(Boolean).join(' + ')} />
        <Fact name={t.keyStart} value={<code className="font-mono text-xs">{token.prefix}</code>} />
        {token.client && <Fact name={t.program} value={<Program {...token.client} />} />}
        <Fact name={t.created} value={<RelativeTime time={token.created} />} />
        <Fact
          name={t.columns.used}
          value={token.last_used ? <RelativeTime time={token.last_used} /> : t.notUsed}
        />
        <Fact
          name={t.columns.expires}
          value={token.expires ? <RelativeTime time={token.expires} /> : t.never}
        />
        {token.revoked && <Fact name={t.revokedAt} value={<RelativeTime time={token.revoked} />} />}
      </dl>
      <div className="grid gap-1.5">
        <p className="text-sm text-muted">{t.spending}</p>
        <SpentAmount token={token} />
        {Number(token.held) > 0 && (
          <p className="text-xs text-muted">{t.heldNow(formatMoney(token.held, currency))}</p>
        )}
      </div>
      <p className="flex flex-wrap gap-2">
        <Link to="/tasks" search={{ token: token.id }} className={buttonClasses('plain', 's')}>
          {t.seeTasks}
        </Link>
        <Link to="/usage" search={{ token: token.name }} className={buttonClasses('plain', 's')}>
          {t.seeUsage}
        </Link>
        {isOwner && (
          <Link to="/ledger" search={{ token: token.id }} className={buttonClasses('plain', 's')}>
            {t.seeLedger}
          </Link>
        )}
      </p>
    </div>
  );
}

/**
 * Its name, which it chose itself, and the site that published its metadata
 * document, which it could not choose.
 */
function Program({ id, name }: NonNullable<Token['client']>) {
  const host = id.startsWith('https://') ? URL.parse(id)?.host : undefined;
  return (
    <span className="wrap-anywhere">
      <bdi>{name}</bdi>
      {host && <span className="block text-xs text-muted">{host}</span>}
    </span>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: React.ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function ChangeLimits({ token }: { readonly token: Token }) {
  const t = useMessages(tokenMessages);
  const ui = useMessages(uiMessages);
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => toDraft(token));
  const { data: groups = [] } = useQuery(groupsQuery);
  const changes = toChangeInput(token, draft);
  const save = useMutation({
    mutationFn: () => callProcedure('token change', { token: token.id, ...changes }),
    onSuccess: async after => {
      setDraft(toDraft(after));
      await client.invalidateQueries({ queryKey: ['tokens'] });
    },
  });
  const changeDraft = (fields: Partial<typeof draft>) => {
    save.reset();
    setDraft(before => ({ ...before, ...fields }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const group = groups.find(({ group: name }) => name === token.group);
  return (
    <Section title={t.limits} className="mt-0!">
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label={t.name}
          required
          maxLength={100}
          value={draft.name}
          onChange={event => changeDraft({ name: event.target.value })}
        />
        <SpendFields draft={draft} onChange={changeDraft} />
        <MoreFields draft={draft} group={group} onChange={changeDraft} isChange />
        <ErrorNote error={save.error} />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            kind="primary"
            disabled={Object.keys(changes).length === 0}
            busy={save.isPending}
          >
            {ui.save}
          </Button>
          <span role="status" className="text-sm text-muted">
            {save.isSuccess ? ui.saved : t.limitsDescription}
          </span>
        </div>
      </form>
    </Section>
  );
}
