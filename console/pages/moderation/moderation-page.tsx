/** Banned words: the list, adding words, and checking a prompt. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { normalizeForMatching, wordPattern } from '@kinora/shared/prompt/banned-pattern';
import { ShieldCheck, X } from '../../icons/icons.ts';
import { useProcedure } from '../../data/use-procedure.ts';
import { bannedWordsQuery } from '../../data/operators/operator-queries.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { TextArea } from '../../ui/fields/field.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { EmptyState, ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { formatCount } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { moderationMessages } from './messages.ts';

export function ModerationPage() {
  const t = useMessages(moderationMessages);
  const { data, error, refetch } = useQuery(bannedWordsQuery);
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        <Link to="/groups" className={buttonClasses()}>
          {t.groups}
        </Link>
      }
    >
      <ErrorNote error={error} onRetry={() => refetch()} />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div>{data ? <BannedWords words={data} /> : !error && <SkeletonRows />}</div>
        <div className="grid gap-8 max-lg:order-first">
          <AddWords />
          <TryPrompt words={data ?? []} />
        </div>
      </div>
    </Page>
  );
}

function BannedWords({ words }: { readonly words: readonly string[] }) {
  const t = useMessages(moderationMessages);
  const [search, setSearch] = useState('');
  const [wordToRemove, setWordToRemove] = useState<string>();
  const allow = useProcedure('banned remove', ['banned words']);
  if (words.length === 0)
    return (
      <EmptyState icon={ShieldCheck} title={t.none}>
        {t.noneHint}
      </EmptyState>
    );
  const shownWords = words.filter(word => word.includes(search.trim().toLowerCase()));
  return (
    <Section title={t.banned(formatCount(words.length))}>
      {words.length > 12 && (
        <input
          type="search"
          aria-label={t.search}
          placeholder={t.search}
          className="field mb-3"
          value={search}
          onChange={event => setSearch(event.target.value)}
        />
      )}
      <ul className="flex flex-wrap gap-1.5">
        {shownWords.map(word => (
          <li key={word}>
            <span className="inline-flex items-center rounded-full border border-line bg-surface pl-3">
              {word}
              <button
                type="button"
                aria-label={t.remove(word)}
                title={t.remove(word)}
                className="grid size-7 place-items-center rounded-full text-muted hover:text-bad pointer-coarse:size-11"
                onClick={() => setWordToRemove(word)}
              >
                <X size={14} aria-hidden />
              </button>
            </span>
          </li>
        ))}
      </ul>
      {wordToRemove !== undefined && (
        <ConfirmDialog
          title={t.confirmRemove(wordToRemove)}
          confirm={t.allow}
          run={() => allow.mutateAsync({ words: [wordToRemove] })}
          onClose={() => setWordToRemove(undefined)}
        >
          {t.removeDescription}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function AddWords() {
  const t = useMessages(moderationMessages);
  const [text, setText] = useState('');
  const add = useProcedure('banned add', ['banned words']);
  const words = text
    .split(/[\n,，]/)
    .map(word => word.trim())
    .filter(Boolean);
  return (
    <Section title={t.add}>
      <form
        className="grid gap-3"
        onSubmit={event => {
          event.preventDefault();
          add.mutate({ words }, { onSuccess: () => setText('') });
        }}
      >
        <TextArea
          label={t.add}
          isQuiet
          hint={t.addHint}
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" kind="primary" disabled={words.length === 0} busy={add.isPending}>
            {t.addThem}
          </Button>
          <span role="status" className="text-sm text-muted">
            {add.data && (add.data.added.length > 0 ? t.added(add.data.added.join(', ')) : t.alreadyBanned)}
          </span>
        </div>
        <ErrorNote error={add.error} />
      </form>
    </Section>
  );
}

function TryPrompt({ words }: { readonly words: readonly string[] }) {
  const t = useMessages(moderationMessages);
  const [prompt, setPrompt] = useState('');
  const pattern = useMemo(() => wordPattern(words), [words]);
  const match = pattern?.exec(normalizeForMatching(prompt))?.[0];
  return (
    <Section title={t.try}>
      <TextArea
        label={t.try}
        isQuiet
        hint={t.tryHint}
        value={prompt}
        onChange={event => setPrompt(event.target.value)}
      />
      <p role="status" className="mt-2 min-h-5">
        {prompt.trim() !== '' &&
          (match === undefined ? (
            <span className="text-ok">{t.accepted}</span>
          ) : (
            <span className="text-bad">{t.refused(match)}</span>
          ))}
      </p>
    </Section>
  );
}
