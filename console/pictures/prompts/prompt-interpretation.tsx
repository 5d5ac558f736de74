/** How the engine interpreted each word of a prompt, in particular the words it did not understand. */
import type { Task } from '../../data/tasks/tasks.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { pictureMessages } from '../messages.ts';

const looks = {
  drawn: 'border-line',
  absent: 'border-dashed border-warn text-warn',
  style: 'border-line',
  excluded: 'border-line line-through',
  not_understood: 'border-dashed border-warn text-warn',
} as const;

export function PromptWords({
  task: { prompt_words: words },
}: {
  readonly task: Pick<Task, 'prompt_words'>;
}) {
  const t = useMessages(pictureMessages);
  if (!words) return null;
  const {
    drawn: drawnWords,
    style,
    excluded: excludedWords,
    not_understood,
    understood,
    placed: placedWords,
  } = words;
  const absent = placedWords ? understood.filter(word => !placedWords.includes(word)) : [];
  const wordsByKind = { drawn: drawnWords, absent, style, excluded: excludedWords, not_understood };
  const kinds = (Object.keys(wordsByKind) as (keyof typeof wordsByKind)[]).filter(
    kind => wordsByKind[kind].length > 0,
  );
  return (
    <dl className="grid gap-1.5 text-sm" aria-label={t.wordsOfPrompt}>
      {kinds.map(kind => (
        <div key={kind} className="flex flex-wrap items-baseline gap-1">
          <dt className="mr-1 text-muted">
            {kind === 'drawn' && placedWords === null ? t.wordKinds.understood : t.wordKinds[kind]}
          </dt>
          {wordsByKind[kind].map(word => (
            <dd key={word} className={`rounded-full border px-2 py-0.5 text-xs wrap-anywhere ${looks[kind]}`}>
              {word}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
