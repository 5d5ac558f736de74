/** Asking for a link by e-mail: to open an account, or to reset a password. */
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { isEmail } from '@kinora/shared/text/is-email';
import { MailCheck } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { ApiError, callRoute } from '../../data/api.ts';
import { useAbout } from '../../data/session.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { useChosenPlan } from './chosen-plan.ts';
import { Frame } from './frame.tsx';
import { signInMessages } from './messages.ts';
import { ShopLinks } from './sign-in.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { solveProof } from './solve-proof.ts';

export function SignUpPage() {
  const t = useMessages(signInMessages);
  const { sign_up: state, mail } = useAbout();
  const [{ ref }] = useAddress<{ ref?: string }>();
  const { plan } = useChosenPlan();
  if (state !== 'open')
    return (
      <Frame title={t.signUp} intro={t.noAccountHint}>
        <ToSignIn />
      </Frame>
    );
  return (
    <Frame title={t.signUp} intro={mail ? t.signUpIntro : t.signUpByProvider}>
      <div className="grid gap-4">
        {mail && (
          <MailForm
            send={async email => {
              const proof = await solveProof(t.needsTls);
              await callRoute('POST /api/sign-up', { body: { email, proof, referral: ref, plan } });
            }}
          />
        )}
        <ProviderButtons hasOthers={mail} />
        <ToSignIn />
        <ShopLinks />
      </div>
    </Frame>
  );
}

export function ForgotPage() {
  const t = useMessages(signInMessages);
  const { mail } = useAbout();
  return (
    <Frame title={t.forgotTitle} intro={mail ? t.forgotIntro : t.forgotHint}>
      <div className="grid gap-4">
        {mail && (
          <MailForm
            send={async email => {
              await callRoute('POST /api/password.forgot', {
                body: { email, proof: await solveProof(t.needsTls) },
              });
            }}
          />
        )}
        <ToSignIn />
      </div>
    </Frame>
  );
}

interface MailFormProps {
  readonly send: (email: string) => Promise<void>;
}

function MailForm({ send }: MailFormProps) {
  const t = useMessages(signInMessages);
  const [missing, setMissing] = useState<string>();
  const request = useMutation({ mutationFn: send });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('email') as HTMLInputElement;
    const email = field.value.trim();
    setMissing(isEmail(email) ? undefined : t.emailNeeded);
    if (isEmail(email)) request.mutate(email);
    else field.focus();
  };
  if (request.isSuccess) return <LinkSentNote email={request.variables} />;
  const fieldError =
    request.error instanceof ApiError && request.error.param === 'email' ? request.error : null;
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 [&_input]:min-h-11!">
      <TextField
        label={t.email}
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={missing ?? fieldError?.message}
      />
      {!fieldError && <ErrorNote error={request.error} />}
      <Button kind="primary" type="submit" className="min-h-11!" busy={request.isPending}>
        {request.isPending ? t.sendingLink : t.sendLink}
      </Button>
    </form>
  );
}

function LinkSentNote({ email }: { readonly email: string }): ReactNode {
  const t = useMessages(signInMessages);
  return (
    <div role="status" className="card grid gap-2 p-4">
      <p className="flex items-center gap-2 font-medium">
        <MailCheck className="size-5 text-ok" aria-hidden />
        {t.linkSent}
      </p>
      <p className="text-sm text-muted wrap-anywhere">{t.linkSentTo(email)}</p>
    </div>
  );
}

function ToSignIn() {
  const t = useMessages(signInMessages);
  const { plan } = useChosenPlan();
  return (
    <Link to="/sign-in" search={{ plan }} className={`${buttonClasses()} min-h-11!`}>
      {t.toSignIn}
    </Link>
  );
}
