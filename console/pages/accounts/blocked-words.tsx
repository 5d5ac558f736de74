/** Words that no prompt of an account may contain, in addition to those banned for all accounts. */
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { X } from '../../icons/icons.ts';
import { list } from '../../data/api.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { businessMessages } from './business-messages.ts';

export function BlockedWords({ account }: { readonly account: string }) {
  const t = useMessages(businessMessages);
  const [text, setText] = useState('');
  const { data: words = [], error } = useQuery({
    queryKey: ['banned words', account],
    queryFn: () => list('banned list', { account }),
  });
  const add = useProcedure('banned add', ['banned words']);
  const remove = useProcedure('banned remove', ['banned words']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') add.mutate({ words: text, account }, { onSuccess: () => setText('') });
  };
  return (
    <div className="grid gap-3">
      {words.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {words.map(word => (
            <li
              key={word}
              className="inline-flex items-center rounded-full border border-line bg-surface pl-3 wrap-anywhere"
            >
              {word}
              <button
                type="button"
                aria-label={t.allowWord(word)}
                title={t.allowWord(word)}
                className="grid size-7 shrink-0 place-items-center rounded-full text-muted hover:text-bad pointer-coarse:size-11"
                onClick={() => remove.mutate({ words: [word], account })}
              >
                <X size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form noValidate className="flex flex-wrap items-end gap-2" onSubmit={submit}>
        <TextField
          label={t.blockWords}
          hint={t.blockHint}
          className="min-w-60 flex-1"
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <Button type="submit" busy={add.isPending} className="mb-5.5">
          {t.block}
        </Button>
      </form>
      <ErrorNote error={error ?? add.error ?? remove.error} />
    </div>
  );
}
