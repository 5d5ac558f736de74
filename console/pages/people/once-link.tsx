/** A link that is shown this once. */
import { useOtherAccount } from '../../data/account-name.ts';
import { Once } from '../../ui/once.tsx';
import { Ago } from '../../ui/show.tsx';
import { useWords } from '../../words/words.ts';
import { peopleWords } from './words.ts';

export interface MadeLink {
  readonly link: string;
  readonly expires: string;
}

interface OnceLinkProps {
  readonly made: MadeLink;
  /** Whose users it makes or lets in. */
  readonly account: string;
}

export function OnceLink({ made: { link, expires }, account }: OnceLinkProps) {
  const t = useWords(peopleWords);
  const other = useOtherAccount(account);
  return (
    <div className="grid gap-2">
      <Once label={t.link} secret={link} />
      <p className="text-sm text-muted">
        {other !== undefined && <span className="text-text">{t.linkOf(other)} </span>}
        {t.linkUntil} <Ago time={expires} />
      </p>
    </div>
  );
}
