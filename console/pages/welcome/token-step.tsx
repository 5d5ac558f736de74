/** The step of the first tokens: one for images and one for video, with safe limits. Keys are shown once. */
import { Clapperboard, Sparkles } from '../../icons/icons.ts';
import { createTokens, type TokenWithKey } from '../../data/tokens/create-tokens.ts';
import { keyVariables } from '@kinora/shared/snippets/snippet';
import { snippetIn } from '@kinora/shared/snippets/snippet-languages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { callProcedure } from '../../data/api.ts';
import { useCurrency, useServerZone } from '../../data/session.ts';
import { tokensQuery, type Token } from '../../data/tokens/tokens.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { SecretValue } from '../../ui/secret-value.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import type { Progress } from './progress.ts';
import { welcomeMessages } from './messages.ts';
import { serverAddress } from '../../data/server-path.ts';

const kinds = ['image', 'video'] as const;
const defaultCap = '5.00';

interface TokenStepProps {
  readonly ownTokens: Progress['ownTokens'];
  readonly groups: Progress['groups'];
  /** The keys are displayed, so the step stays open until the user confirms. */
  readonly onMade: () => void;
  readonly onNext: () => void;
}

export function TokenStep({ ownTokens, groups, onMade, onNext }: TokenStepProps) {
  const t = useMessages(welcomeMessages);
  const [created, setCreated] = useState<readonly TokenWithKey[]>([]);
  if (created.length > 0) return <Keys created={created} onNext={onNext} />;
  const offeredKinds = kinds.filter(kind => ownTokens[kind] ?? groups[kind]);
  const missing = offeredKinds.filter(kind => !ownTokens[kind]);
  return (
    <div className="grid gap-4">
      <p className="max-w-140 text-muted">{missing.length > 0 ? t.tokensDescription : t.tokensThere}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {offeredKinds.map(kind => (
          <KindCard key={kind} kind={kind} token={ownTokens[kind]} />
        ))}
      </div>
      {missing.length > 0 ? (
        <CreateTokens
          missing={missing}
          groups={groups}
          onMade={tokens => {
            setCreated(tokens);
            onMade();
          }}
        />
      ) : (
        <>
          <LimitTokens tokens={kinds.map(kind => ownTokens[kind]).filter(token => token !== undefined)} />
          <Button kind="primary" className="justify-self-start" onClick={onNext}>
            {t.next}
          </Button>
        </>
      )}
    </div>
  );
}

function KindCard({ kind, token }: { readonly kind: Token['kind']; readonly token: Token | undefined }) {
  const t = useMessages(welcomeMessages);
  const Icon = kind === 'image' ? Sparkles : Clapperboard;
  return (
    <div className="rounded-md border border-line bg-bg p-3">
      <p className="flex items-center gap-2 font-medium">
        <Icon size={16} className="text-accent" aria-hidden />
        {t.kind[kind]}
      </p>
      <p className="mt-1 text-sm text-muted">{token ? t.have(token.name) : t.calls[kind]}</p>
    </div>
  );
}

interface CreateTokensProps {
  readonly missing: readonly Token['kind'][];
  readonly groups: Progress['groups'];
  readonly onMade: (created: readonly TokenWithKey[]) => void;
}

function CreateTokens({ missing, groups, onMade }: CreateTokensProps) {
  const t = useMessages(welcomeMessages);
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: async (limits: object) => {
      const created: TokenWithKey[] = [];
      for (const kind of missing)
        created.push(
          ...(await createTokens({ group: groups[kind] ?? kind, name: t.tokenName[kind], ...limits })),
        );
      return created;
    },
    onSuccess: onMade,
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
  return (
    <LimitsForm
      isExpiring
      buttonLabel={t.make}
      isBusy={make.isPending}
      error={make.error}
      onSend={make.mutate}
    />
  );
}

/** Existing tokens without a limit, such as those of the first start. */
function LimitTokens({ tokens }: { readonly tokens: readonly Token[] }) {
  const t = useMessages(welcomeMessages);
  const client = useQueryClient();
  const open = tokens.filter(
    ({ cap_total: capTotal, cap_day: day, cap_month: month }) => !(capTotal ?? day ?? month),
  );
  const limit = useMutation({
    mutationFn: async (limits: object) => {
      for (const { id } of open) await callProcedure('token change', { token: id, ...limits });
    },
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  });
  if (open.length === 0) return limit.isSuccess ? <p role="status">{t.limited}</p> : null;
  return (
    <>
      <p className="text-sm text-warn">{t.unlimited(open.map(({ name }) => name).join(', '))}</p>
      <LimitsForm buttonLabel={t.limit} isBusy={limit.isPending} error={limit.error} onSend={limit.mutate} />
    </>
  );
}

interface LimitsFormProps {
  readonly buttonLabel: string;
  readonly isExpiring?: boolean;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onSend: (limits: object) => void;
}

function LimitsForm({ buttonLabel, isExpiring = false, isBusy, error, onSend }: LimitsFormProps) {
  const t = useMessages(welcomeMessages);
  const currency = useCurrency();
  const timeZone = useServerZone();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSend(Object.fromEntries(new FormData(event.currentTarget)));
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={`${t.perDay} (${currency})`}
          name="cap_day"
          inputMode="decimal"
          defaultValue={defaultCap}
          hint={t.perDayHint(timeZone)}
          required
        />
        {isExpiring && (
          <SelectField
            label={t.expires}
            name="expires"
            defaultValue="90d"
            choices={[
              { value: '30d', label: t.days.d30 },
              { value: '90d', label: t.days.d90 },
              { value: '365d', label: t.days.d365 },
              { value: 'never', label: t.days.never },
            ]}
          />
        )}
      </div>
      <ErrorNote error={error} />
      <Button
        kind={isExpiring ? 'primary' : 'plain'}
        type="submit"
        className="justify-self-start"
        busy={isBusy}
      >
        {buttonLabel}
      </Button>
    </form>
  );
}

function Keys({
  created,
  onNext,
}: {
  readonly created: readonly TokenWithKey[];
  readonly onNext: () => void;
}) {
  const t = useMessages(welcomeMessages);
  const image = created.find(({ kind }) => kind === 'image') ?? created[0];
  return (
    <div className="grid gap-4">
      {created.map(({ id, kind, key }) => (
        <SecretValue key={id} label={t.shownOnce[kind]} secret={key} />
      ))}
      {image && (
        <CodeBlock
          label={t.tryIt}
          language="curl"
          code={exampleCall(image, image.key)}
          shownCode={exampleCall(image, `${image.prefix}…`)}
        />
      )}
      <Button kind="primary" className="justify-self-start" onClick={onNext}>
        {t.next}
      </Button>
    </div>
  );
}

function exampleCall({ kind }: Token, key: string): string {
  const variable = keyVariables[kind];
  const to = { server: serverAddress(), variable };
  const code =
    kind === 'image'
      ? snippetIn('curl', 'midjourney', {
          ...to,
          submit: 'imagine',
          body: { prompt: 'a red fox beside a lighthouse at sunset' },
        })
      : snippetIn('curl', 'videos', {
          ...to,
          body: { model: 'sketch-motion', prompt: 'sailboats on a lake at dawn', seconds: 4 },
        });
  return code.replace(`$${variable}`, key);
}
