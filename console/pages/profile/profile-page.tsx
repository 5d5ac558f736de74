/** The user's profile: sign-in methods, sessions and appearance. */
import { LanguageChoice, ThemeChoice } from '../../shell/choices.tsx';
import { useUser } from '../../data/session.ts';
import { SwitchField } from '../../ui/fields/field.tsx';
import { singleKeys } from '../../ui/keys.ts';
import { Page, Section } from '../../ui/page.tsx';
import { utcTimes } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';
import { profileMessages } from './messages.ts';

export function ProfilePage() {
  const t = useMessages(profileMessages);
  return (
    <Page title={t.title}>
      <div className="grid max-w-240 items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <UserFacts />
          <PasswordForm />
          <Appearance />
        </div>
        <div className="grid gap-4">
          <Passkeys />
          <Sessions />
        </div>
      </div>
    </Page>
  );
}

function UserFacts() {
  const t = useMessages(profileMessages);
  const { name, email, role } = useUser();
  const facts = [
    [t.name, name],
    [t.email, email],
    [t.role, t.roles[role]],
  ] as const;
  return (
    <Section title={t.you} className="card p-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Appearance() {
  const t = useMessages(profileMessages);
  return (
    <Section title={t.looks} className="card mt-0! p-4">
      <div className="grid gap-4">
        <ThemeChoice />
        <LanguageChoice />
        <SwitchField
          label={t.singleKeys}
          hint={t.singleKeysHint}
          checked={singleKeys.use()}
          onChange={singleKeys.set}
        />
        <SwitchField label={t.utc} hint={t.utcHint} checked={utcTimes.use()} onChange={utcTimes.set} />
        <p className="text-xs text-muted">{t.kept}</p>
      </div>
    </Section>
  );
}
