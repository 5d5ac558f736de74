/** Joining by a link: the setup link, an invitation, or a password reset link. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useState, useSyncExternalStore, type FormEvent } from 'react';
import type { RouteContract } from '../../../src/api/contract.ts';
import { ApiError, callRoute } from '../../data/api.ts';
import { aboutQuery, startSession, sessionQuery, useAbout } from '../../data/session.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { useChosenPlan } from './chosen-plan.ts';
import { Frame } from './frame.tsx';
import { isEmail } from '@kinora/shared/text/is-email';
import { LegalLink } from './legal.tsx';
import { dropLink, linkSecret, subscribeToLinks } from './link-secret.ts';
import { minCharacters, PasswordField } from './password-field.tsx';
import { signInMessages } from './messages.ts';
import { basePath } from '../../data/server-path.ts';

type JoinLink = RouteContract['POST /api/join.look']['answer'];

export function JoinPage() {
  const t = useMessages(signInMessages);
  const secret = useSyncExternalStore(subscribeToLinks, linkSecret);
  const { data: link, error } = useQuery({
    queryKey: ['link', secret],
    queryFn: () => callRoute('POST /api/join.look', { body: { secret: secret ?? '' } }),
    enabled: secret !== undefined,
    staleTime: Infinity,
    retry: false,
  });
  if (secret === undefined) return <InvalidLink title={t.linkMissing}>{t.linkMissingWhy}</InvalidLink>;
  if (error instanceof ApiError && error.code === 'invitation_unknown')
    return <InvalidLink title={t.linkUsed}>{error.message}</InvalidLink>;
  if (!link)
    return <Frame title={t.join}>{error ? <ErrorNote error={error} /> : <SkeletonRows count={4} />}</Frame>;
  return (
    <Frame title={formTitle(t, link)} intro={formIntro(t, link)}>
      <AlreadySignedIn />
      <JoinForm key={secret} link={link} secret={secret} />
    </Frame>
  );
}

type Words = ReturnType<typeof useMessages<(typeof signInMessages)['en']>>;

function formTitle(t: Words, { kind, account }: JoinLink): string {
  if (kind === 'set_up') return t.setUpTitle;
  if (kind === 'sign_up') return t.signUpTitle;
  return kind === 'recovery' ? t.recoverTitle : t.joinTitle(account);
}

function formIntro(t: Words, { kind, role, passkeys }: JoinLink): string {
  if (kind === 'set_up') return t.setUpIntro;
  if (kind === 'sign_up') return t.signUpLast;
  if (kind !== 'recovery') return t.asRole[role];
  return passkeys.length > 0 ? `${t.recoverIntro} ${t.recoverPasskeys(passkeys.join(', '))}` : t.recoverIntro;
}

function InvalidLink({ title, children }: { readonly title: string; readonly children: string }) {
  const t = useMessages(signInMessages);
  return (
    <Frame title={title} intro={children}>
      <Link to="/sign-in" className={buttonClasses()}>
        {t.toSignIn}
      </Link>
    </Frame>
  );
}

function AlreadySignedIn() {
  const t = useMessages(signInMessages);
  const { data: user } = useQuery(sessionQuery);
  if (!user) return null;
  return (
    <p className="card mb-5 p-3 text-sm">
      {t.signedInAs(user.email)}{' '}
      <Link to="/" className="text-accent">
        {t.goOn}
      </Link>
    </p>
  );
}

type Fields = Readonly<Partial<Record<'name' | 'email' | 'password' | 'terms', string>>>;

function JoinForm({ link, secret }: { readonly link: JoinLink; readonly secret: string }) {
  const t = useMessages(signInMessages);
  const [missing, setMissing] = useState<Fields>({});
  const { site } = useAbout();
  const join = useJoin(link);
  const isNew = link.kind !== 'recovery';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = Object.fromEntries(new FormData(form)) as Fields;
    const isMissing = link.kind === 'sign_up' && site.terms && fields.terms === undefined;
    const faults = { ...findFaults(t, fields, isNew), ...(isMissing && { terms: t.termsNeeded }) };
    setMissing(faults);
    const [firstField] = Object.keys(faults);
    if (firstField) return form.querySelector<HTMLInputElement>(`[name=${firstField}]`)?.focus();
    join.mutate(toBody(secret, fields), {
      onError: error =>
        error instanceof ApiError &&
        form.querySelector<HTMLInputElement>(`[name="${error.param ?? ''}"]`)?.focus(),
    });
  };
  const apiError = join.error instanceof ApiError ? join.error : undefined;
  const shownError = (name: keyof Fields) =>
    missing[name] ?? (apiError?.param === name ? apiError.message : undefined);
  const isElsewhere = join.error && !['name', 'email', 'password'].includes(apiError?.param ?? '');
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 [&_input]:min-h-11!">
      {isNew && (
        <TextField
          label={t.name}
          name="name"
          autoComplete="name"
          hint={t.nameHint}
          maxLength={100}
          autoFocus
          error={shownError('name')}
        />
      )}
      <TextField
        label={t.email}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={!isNew}
        {...(link.kind === 'sign_up'
          ? { defaultValue: link.email ?? '', readOnly: true }
          : { hint: link.email === null ? undefined : t.emailOnly(link.email) })}
        error={shownError('email')}
      />
      <PasswordField
        isNew
        label={isNew ? t.password : t.newPassword}
        name="password"
        error={shownError('password')}
      />
      {link.kind === 'sign_up' && <AcceptTerms error={missing.terms} />}
      {isElsewhere && <ErrorNote error={join.error} />}
      <Button kind="primary" type="submit" className="mt-1 min-h-11!" busy={join.isPending}>
        {buttonText(t, link)}
      </Button>
    </form>
  );
}

function toBody(
  secret: string,
  { email = '', password = '', terms, ...rest }: Fields,
): RouteContract['POST /api/join']['body'] {
  return { secret, ...rest, email: email.trim(), password, ...(terms !== undefined && { terms: true }) };
}

/** Shows nothing if the server has no terms. */
function AcceptTerms({ error }: { readonly error: string | undefined }) {
  const t = useMessages(signInMessages);
  if (!useAbout().site.terms) return null;
  return (
    <div>
      <label className="flex min-h-8 items-center gap-2.5 text-sm pointer-coarse:min-h-11">
        <input type="checkbox" name="terms" className="size-4 min-h-0! accent-(--accent)" />
        <span>
          {t.acceptTerms} <LegalLink text="terms" label={t.acceptedTerms} />
        </span>
      </label>
      {error && (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

function buttonText(t: Words, { kind }: JoinLink): string {
  return { set_up: t.setUp, sign_up: t.openAccount, invitation: t.join, recovery: t.recover }[kind];
}

function findFaults(t: Words, { name = '', email = '', password = '' }: Fields, isNew: boolean): Fields {
  return {
    ...(isNew && name.trim() === '' && { name: t.nameNeeded }),
    ...(!isEmail(email.trim()) && { email: t.emailNeeded }),
    ...([...password].length < minCharacters && { password: t.passwordLength(minCharacters) }),
  };
}

/**
 * The first operator continues with the first steps of the server. A user who signed up continues with the
 * plan that they chose, or with the first steps of a customer.
 */
function useJoin({ kind }: JoinLink) {
  const client = useQueryClient();
  const { purchase } = useChosenPlan();
  const { history } = useRouter();
  const isFirst = kind === 'set_up' || kind === 'sign_up';
  return useMutation({
    mutationFn: (body: RouteContract['POST /api/join']['body']) => callRoute('POST /api/join', { body }),
    onSuccess: ({ user }) => {
      dropLink();
      startSession(client, user);
      client.setQueryData(
        aboutQuery.queryKey,
        status => status && { ...status, set_up: status.set_up || kind === 'set_up' },
      );
      history.push(`${basePath}/console${purchase ?? (isFirst ? '/welcome' : '/')}`);
    },
  });
}
