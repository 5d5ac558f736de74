/** A link that is shown only once. */
import { useOtherAccount } from '../../data/operators/other-account.ts';
import { SecretValue } from '../../ui/secret-value.tsx';
import { RelativeTime } from '../../ui/formatted-values.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { peopleMessages } from './messages.ts';

export interface CreatedLink {
  /** Null if the link was sent by e-mail. */
  readonly link: string | null;
  readonly email?: string | null;
  readonly expires: string;
}

interface OneTimeLinkProps {
  readonly created: CreatedLink;
  /** The account that the link belongs to. */
  readonly account: string;
}

export function OneTimeLink({ created: { link, email, expires }, account }: OneTimeLinkProps) {
  const t = useMessages(peopleMessages);
  const otherAccount = useOtherAccount(account);
  return (
    <div className="grid gap-2">
      {link === null ? <p>{t.linkSent(email ?? '')}</p> : <SecretValue label={t.link} secret={link} />}
      <p className="text-sm text-muted">
        {otherAccount !== undefined && <span className="text-text">{t.accountLink(otherAccount)} </span>}
        {t.linkUntil} <RelativeTime time={expires} />
      </p>
    </div>
  );
}
