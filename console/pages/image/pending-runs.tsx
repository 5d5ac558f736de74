/** Requests that are not in the list yet, as placeholders of the final shape. */
import { LoaderCircle, RotateCcw, X } from '../../icons/icons.ts';
import { ApiError } from '../../data/api.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { Money } from '../../ui/formatted-values.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import type { Create } from './state/use-create.ts';
import type { Run } from './state/use-runs.ts';
import { imageMessages } from './messages.ts';

const maxShown = 4;

export function PendingRuns({ create }: { readonly create: Create }) {
  return create.runs.all.flatMap(run =>
    Array.from({ length: run.error ? 1 : Math.min(run.order.tasks, maxShown) }, (_, index) => (
      <PendingRow key={`${run.key} ${index}`} create={create} run={run} isFirst={index === 0} />
    )),
  );
}

interface PendingProps {
  readonly create: Create;
  readonly run: Run;
  readonly isFirst: boolean;
}

function PendingRow({ create, run, isFirst }: PendingProps) {
  const t = useMessages(imageMessages);
  const { order, error } = run;
  return (
    <article
      aria-label={order.summary}
      className="grid gap-x-6 gap-y-3 border-b border-line py-5 lg:grid-cols-[minmax(220px,300px)_minmax(0,1fr)]"
    >
      <div className="flex min-w-0 flex-col gap-2">
        <p className="line-clamp-4 wrap-anywhere">
          <MarkedText text={order.summary} word={bannedWordIn(error)} />
        </p>
        {!error && (
          <p className="flex items-center gap-2 text-sm text-muted" role="status">
            <LoaderCircle size={14} className="animate-spin text-info" aria-hidden />
            {t.sending}
            {isFirst && order.amount !== undefined && (
              <span>
                <Money amount={order.amount} /> {t.held}
              </span>
            )}
          </p>
        )}
      </div>
      {error ? <Failed {...{ create, run, error }} /> : <Shapes size={order.size} />}
    </article>
  );
}

/** The banned word, if the server names it. */
function bannedWordIn(error: Error | undefined): string | undefined {
  return error instanceof ApiError && error.code === 'banned_word' ? error.param : undefined;
}

function MarkedText({ text, word }: { readonly text: string; readonly word: string | undefined }) {
  const wordPosition = word ? text.toLowerCase().indexOf(word.toLowerCase()) : -1;
  if (!word || wordPosition === -1) return text;
  return (
    <>
      {text.slice(0, wordPosition)}
      <mark className="rounded-sm bg-transparent text-bad underline decoration-wavy underline-offset-4">
        {text.slice(wordPosition, wordPosition + word.length)}
      </mark>
      {text.slice(wordPosition + word.length)}
    </>
  );
}

/** The outcome is unknown if there was no response. Retrying creates nothing twice. */
function wasAnswered(error: Error): boolean {
  return error instanceof ApiError && error.status !== 0;
}

function Failed({ create, run, error }: { create: Create; run: Run; error: Error }) {
  const t = useMessages(imageMessages);
  const { runs, setText } = create;
  return (
    <div className="grid content-start gap-2">
      <ErrorNote error={error} />
      {wasAnswered(error) && !error.message.includes(t.notCharged) && (
        <p className="text-sm text-muted">{t.notCharged}</p>
      )}
      <div className="flex gap-2">
        <Button size="s" icon={RotateCcw} onClick={() => runs.retry(run)}>
          {t.tryAgain}
          <Money amount={run.order.amount} />
        </Button>
        {run.order.path === 'imagine' && (
          <Button
            size="s"
            onClick={() => {
              setText(run.order.summary);
              runs.dismiss(run.key);
            }}
          >
            {t.editAgain}
          </Button>
        )}
        <IconButton size="s" icon={X} label={t.dismiss} onClick={() => runs.dismiss(run.key)} />
      </div>
    </div>
  );
}

function Shapes({ size }: { readonly size: Run['order']['size'] }) {
  if (!size)
    return (
      <div className="grid gap-2" aria-hidden>
        {Array.from({ length: 4 }, (_, index) => (
          <div key={index} className="h-10 rounded-md bg-raised" />
        ))}
      </div>
    );
  return (
    <div className="grid grid-cols-2 gap-2 sm:grid-cols-4" aria-hidden>
      {Array.from({ length: 4 }, (_, index) => (
        <div
          key={index}
          className="rounded-lg bg-raised"
          style={{ aspectRatio: `${size.width} / ${size.height}` }}
        />
      ))}
    </div>
  );
}
