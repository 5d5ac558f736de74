/** A link that is shown this once. */
import { Once } from '../../ui/once.tsx';
import { Ago } from '../../ui/show.tsx';
import { useWords } from '../../words/words.ts';
import { peopleWords } from './words.ts';

export interface MadeLink {
  readonly link: string;
  readonly expires: string;
}

export function OnceLink({ made: { link, expires } }: { readonly made: MadeLink }) {
  const t = useWords(peopleWords);
  return (
    <div className="grid gap-2">
      <Once label={t.link} secret={link} />
      <p className="text-sm text-muted">
        {t.linkUntil} <Ago time={expires} />
      </p>
    </div>
  );
}
