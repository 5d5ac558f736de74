/** A note that a picture's token is no longer active, with the token that pays for its actions instead. */
import { Link } from '@tanstack/react-router';
import { KeyRound } from '../../icons/icons.ts';
import type { Task } from '../../data/tasks/tasks.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import type { Presser } from './use-press.ts';
import { pictureMessages } from '../messages.ts';

interface NoteProps {
  readonly task: Task;
  readonly payer: Presser['payer'];
}

export function PayerNote({
  task,
  payer: { token, replacements, isOwn, isPricedDifferently, choose },
}: NoteProps) {
  const t = useMessages(pictureMessages);
  if (isOwn) return null;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      <KeyRound size={14} className="shrink-0" aria-hidden />
      <span>{t.tokenGone(task.token.name)}</span>
      {token ? (
        <label className="inline-flex max-w-full items-center gap-1.5">
          {t.actsWith}
          <select
            value={token.id}
            onChange={event => choose(event.target.value)}
            className="h-8 min-w-0 truncate rounded-md border border-line bg-surface px-1.5 text-text"
          >
            {replacements.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <Link to="/tokens" className="underline">
          {t.createToken}
        </Link>
      )}
      {isPricedDifferently && <span>{t.pricedDifferently}</span>}
    </div>
  );
}
