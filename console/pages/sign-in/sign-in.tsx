/** Signing in with a password, a passkey, or an identity provider. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState, type FormEvent } from 'react';
import { FingerprintPattern } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { ApiError, callRoute } from '../../data/api.ts';
import { isOfAnotherUser } from '../../state/stored-value.ts';
import { startSession, sessionQuery, useAbout, type User } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { useChosenPlan } from './chosen-plan.ts';
import { Frame } from './frame.tsx';
import { NoUsersYet } from './no-users-yet.tsx';
import { canOfferPasskeys, hasPasskeys, isStopped, signInByPasskey, stopAsking } from './passkey.ts';
import { OrDivider, ProviderButtons } from './provider-buttons.tsx';
import { PasswordField } from './password-field.tsx';
import { useCountdown } from './countdown.ts';
import { signInMessages } from './messages.ts';
import { basePath } from '../../data/server-path.ts';

export function SignInPage() {
  const t = useMessages(signInMessages);
  const about = useAbout();
  const enter = useEnter();
  const { plan } = useChosenPlan();
  const { data: user } = useQuery(sessionQuery);
  useEffect(() => {
    if (user) enter(user);
  }, [user, enter]);
  if (!about.set_up && about.providers.length === 0) return <NoUsersYet />;
  return (
    <Frame title={t.signIn} intro={t.welcomeBack}>
      <SignInMethods onEnter={enter} />
      <div className="mt-8 grid gap-1 border-t border-line pt-5 text-sm">
        {about.mail ? (
          <PlainLink to="/forgot">{t.forgot}</PlainLink>
        ) : (
          <More title={t.forgot}>{t.forgotHint}</More>
        )}
        {about.sign_up === 'open' ? (
          <PlainLink to="/sign-up" plan={plan}>
            {t.signUp}
          </PlainLink>
        ) : (
          <More title={t.noAccount}>{t.noAccountHint}</More>
        )}
        <ShopLinks />
      </div>
    </Frame>
  );
}

/** Continues to the requested page. */
function useEnter(): (user: User) => void {
  const client = useQueryClient();
  const { history } = useRouter();
  const [{ next: requestedPage = '' }] = useAddress<{ next?: string }>();
  const { purchase } = useChosenPlan();
  const nextPath = purchase ?? requestedPage;
  return useCallback(
    user => {
      // The URL of another user's page may hold text that they typed. The page of a program
      // that asks for a token, and the purchase of a chosen plan, are for any user who signs in.
      const isForAll = purchase !== undefined || nextPath.startsWith('/authorize?');
      const isGood = /^\/(?!\/)/.test(nextPath) && (isForAll || !isOfAnotherUser(user.id));
      if (client.getQueryData(sessionQuery.queryKey)?.id !== user.id) startSession(client, user);
      history.replace(`${basePath}/console${isGood ? nextPath : '/'}`);
    },
    [client, history, nextPath, purchase],
  );
}

function SignInMethods({ onEnter }: { readonly onEnter: (user: User) => void }) {
  const t = useMessages(signInMessages);
  const [{ problem }] = useAddress<{ problem?: string }>();
  const passkey = usePasskey(onEnter);
  const message = problem && (t.problems[problem as keyof typeof t.problems] ?? t.problems.other);
  return (
    <div className="grid gap-4">
      {message && <ErrorNote error={new Error(message)} />}
      <PasswordForm onEnter={onEnter} />
      {hasPasskeys() && <OrDivider />}
      {hasPasskeys() && (
        <Button
          className="min-h-11!"
          icon={FingerprintPattern}
          busy={passkey.isPending}
          onClick={() => passkey.mutate('optional')}
        >
          {t.byPasskey}
        </Button>
      )}
      <PasskeyFault error={passkey.error} />
      <ProviderButtons hasOthers={!hasPasskeys()} />
    </div>
  );
}

function PasswordForm({ onEnter }: { readonly onEnter: (user: User) => void }) {
  const t = useMessages(signInMessages);
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({});
  const signIn = useMutation({
    mutationFn: (body: { email: string; password: string }) => callRoute('POST /api/session', { body }),
    onSuccess: ({ user }) => onEnter(user),
  });
  const waitSeconds = useCountdown(signIn.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { email = '', password = '' } = Object.fromEntries(new FormData(event.currentTarget)) as Record<
      string,
      string
    >;
    const faults = {
      ...(!/^\S+@\S+$/.test(email.trim()) && { email: t.emailNeeded }),
      ...(password === '' && { password: t.passwordNeeded }),
    };
    setMissing(faults);
    const [firstField] = Object.keys(faults);
    if (firstField)
      return event.currentTarget.querySelector<HTMLInputElement>(`[name=${firstField}]`)?.focus();
    signIn.mutate({ email: email.trim(), password });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label={t.email}
        name="email"
        type="email"
        className="[&_input]:min-h-11!"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={missing.email}
      />
      <PasswordField label={t.password} name="password" error={missing.password} />
      {waitSeconds > 0 ? (
        <ErrorNote error={new Error(t.waitSeconds(waitSeconds))} />
      ) : (
        !isWait(signIn.error) && <ErrorNote error={signIn.error} />
      )}
      <Button
        kind="primary"
        type="submit"
        className="min-h-11!"
        busy={signIn.isPending}
        disabled={waitSeconds > 0}
      >
        {signIn.isPending ? t.signingIn : t.signIn}
      </Button>
    </form>
  );
}

function isWait(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'sign_in_wait';
}

const renewMs = 240_000;

/** A challenge is valid for five minutes, so a new one is requested while the page stays open. */
function usePasskey(onEnter: (user: User) => void) {
  const passkey = useMutation({ mutationFn: signInByPasskey, onSuccess: onEnter });
  const { mutate, isPending, variables } = passkey;
  const isAsking = isPending && variables === 'optional';
  useEffect(() => {
    if (isAsking) return () => stopAsking('optional');
    let isOver = false;
    const offer = async () => {
      if ((await canOfferPasskeys()) && !isOver)
        signInByPasskey('conditional').then(onEnter, () => {
          // The user did not start this request, so its errors are not shown. The button reports its own.
        });
    };
    void offer();
    const timer = setInterval(() => void offer(), renewMs);
    return () => {
      isOver = true;
      clearInterval(timer);
      stopAsking('conditional');
    };
  }, [isAsking, onEnter]);
  return { ...passkey, mutate, isPending: isAsking };
}

function PasskeyFault({ error }: { readonly error: Error | null }) {
  const t = useMessages(signInMessages);
  if (!error || isStopped(error)) return null;
  return <ErrorNote error={error instanceof ApiError ? error : new Error(t.passkeyUnused)} />;
}

/** Links to the public pages. */
export function ShopLinks() {
  const t = useMessages(signInMessages);
  const { public_models: hasModels, plans } = useAbout();
  return (
    <>
      {hasModels && <PlainLink to="/models">{t.seeModels}</PlainLink>}
      {plans && <PlainLink to="/plans">{t.seePlans}</PlainLink>}
    </>
  );
}

interface LinkProps {
  readonly to: '/forgot' | '/models' | '/plans' | '/sign-up';
  /** The id of the plan that a visitor chose. */
  readonly plan?: string | undefined;
  readonly children: string;
}

function PlainLink({ to, plan, children }: LinkProps) {
  return (
    <Link to={to} search={{ plan }} className="min-h-7 py-1 text-accent pointer-coarse:min-h-11">
      {children}
    </Link>
  );
}

function More({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <details>
      <summary className="min-h-7 py-1 text-muted hover:text-text">{title}</summary>
      <p className="pb-2">{children}</p>
    </details>
  );
}
