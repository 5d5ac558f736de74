/** The step of the first picture: an example prompt, its price, and the result as it is generated. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { newIdempotencyKey, submitImage } from '../../data/actions/submit-task.ts';
import { modelsQuery } from '../../data/models/models.ts';
import { useUser } from '../../data/session.ts';
import { isEnded, taskQuery, type Task } from '../../data/tasks/tasks.ts';
import { useDefaultVersion } from '../../data/tokens/default-version.ts';
import { useToken, type Token } from '../../data/tokens/tokens.ts';
import { priceRun } from '../../prompt/price-run.ts';
import { readDraft } from '../../prompt/read-draft.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { TextArea } from '../../ui/fields/field.tsx';
import { Money } from '../../ui/formatted-values.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { ErrorNote } from '../../ui/page-states.tsx';
import { formatSeconds } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/language.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { welcomeMessages } from './messages.ts';

const examples = {
  en: [
    'a red fox beside a lighthouse at sunset, watercolor --ar 3:2',
    'hot air balloons over a valley of flowers --ar 3:2',
    'a whale in front of a city at night, stars --ar 3:2',
  ],
  zh: [
    '日落时分灯塔旁的红狐狸，水彩 --ar 3:2',
    '热气球飘过开满鲜花的山谷 --ar 3:2',
    '夜晚城市前的鲸鱼，星空 --ar 3:2',
  ],
} as const;

export function PictureStep({ newest }: { readonly newest: Task | undefined }) {
  const [submittedId, setSubmittedId] = useState<string>();
  const [isAnother, setAnother] = useState(false);
  const id = submittedId ?? (isAnother ? undefined : newest?.id);
  const startAnother = () => {
    setSubmittedId(undefined);
    setAnother(true);
  };
  return id === undefined ? (
    <Ask onAsked={setSubmittedId} />
  ) : (
    <FirstTask key={id} id={id} onAgain={startAnother} />
  );
}

function Ask({ onAsked }: { readonly onAsked: (id: string) => void }) {
  const t = useMessages(welcomeMessages);
  const language = useLanguage();
  const user = useUser();
  const { token } = useToken('image', user.account);
  const [prompt, setPrompt] = useState<string>(examples[language][0]);
  const [press, setPress] = useState(newIdempotencyKey);
  const make = useMutation({
    mutationFn: (token: Token) => submitImage(token, { path: 'imagine', body: { prompt }, key: press }),
    onSuccess: ({ ids: [id] }) => id && onAsked(id),
  });
  const write = (text: string) => {
    setPrompt(text);
    setPress(newIdempotencyKey());
  };
  return (
    <div className="grid gap-3">
      <p className="text-muted">{t.pictureDescription}</p>
      <div className="grid gap-1.5">
        {examples[language].map(text => (
          <button
            key={text}
            type="button"
            aria-pressed={text === prompt}
            onClick={() => write(text)}
            className="rounded-md border border-line bg-bg px-3 py-2 text-left text-sm hover:border-line-strong aria-pressed:border-accent aria-pressed:bg-accent-soft"
          >
            {text}
          </button>
        ))}
      </div>
      <TextArea
        label={t.prompt}
        isQuiet
        rows={2}
        value={prompt}
        onChange={event => write(event.target.value)}
      />
      <ErrorNote error={make.error} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          kind="primary"
          disabled={!token || prompt.trim() === ''}
          busy={make.isPending}
          onClick={() => token && make.mutate(token)}
        >
          {t.run}
          <RunPrice prompt={prompt} token={token} />
        </Button>
        <span className="text-sm text-muted">{token ? t.countsOn(token.name) : t.noToken}</span>
      </div>
    </div>
  );
}

interface RunPriceProps {
  readonly prompt: string;
  readonly token: Token | undefined;
}

/** The price of the prompt. Renders nothing if the prompt is invalid or only the server can compute it. */
function RunPrice({ prompt, token }: RunPriceProps) {
  const { data: models = [] } = useQuery(modelsQuery(token));
  const version = useDefaultVersion(token);
  const versions = models.flatMap(one => one.versions ?? []);
  const { prompts } = readDraft({ text: prompt, roles: [], version, versions });
  if (!token || prompts.length === 0) return null;
  const { amount } = priceRun(prompts, { models, token });
  return amount === undefined ? null : <Money amount={amount} className="font-normal" />;
}

const lookAgainMs = 1000;

function FirstTask({ id, onAgain }: { readonly id: string; readonly onAgain: () => void }) {
  const t = useMessages(welcomeMessages);
  const { data: task } = useQuery({
    ...taskQuery(id),
    // Polling is a fallback for the event stream.
    refetchInterval: ({ state: { data } }) => (data && isEnded(data) ? false : lookAgainMs),
  });
  if (!task) return <div className="aspect-3/2 w-full max-w-140 rounded-lg bg-raised" />;
  return (
    <div className="grid gap-3">
      <Pictures task={task} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm" role="status">
        <StateBadge state={task.state} progress={task.progress} />
        {task.state === 'succeeded' && (
          <span className="tabular text-muted">{t.takes(formatSeconds(tookSeconds(task)))}</span>
        )}
        <Money amount={task.price.charged ?? task.price.amount} className="text-muted" />
      </p>
      {task.error && <ErrorNote error={new Error(task.error.message)} />}
      {isEnded(task) && (
        <div className="flex flex-wrap gap-2">
          <Link to="/image" search={{ view: `${id}.1` }} className={buttonClasses('primary')}>
            {t.open}
          </Link>
          <Button onClick={onAgain}>{t.again}</Button>
        </div>
      )}
    </div>
  );
}

function tookSeconds({ created, finished }: Task): number | null {
  return finished === null ? null : (Date.parse(finished) - Date.parse(created)) / 1000;
}

/** Reserves the size of the result. */
function Pictures({ task }: { readonly task: Task }) {
  const t = useMessages(welcomeMessages);
  const { cells, preview, prompt, width, height } = task;
  return (
    <div
      className={classes(
        'grid max-w-140 gap-1 overflow-hidden rounded-lg bg-raised',
        cells.length !== 1 && 'grid-cols-2',
      )}
      style={{ aspectRatio: `${width || 3} / ${height || 2}` }}
    >
      {cells.length > 0
        ? cells.map(({ url, thumbnail }, index) => (
            <Link key={url} to="/image" search={{ view: `${task.id}.${index + 1}` }} className="block">
              <img
                src={thumbnail ?? url}
                alt={t.pictureLabel(index + 1, prompt ?? '')}
                className="size-full animate-[sharpen_200ms] object-cover"
              />
            </Link>
          ))
        : preview && <img src={preview} alt="" className="col-span-2 size-full object-cover" />}
    </div>
  );
}
