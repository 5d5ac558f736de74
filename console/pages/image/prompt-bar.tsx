/** The prompt form: prompt, pictures, settings, and the button with the price. */
import { lazy, Suspense, useEffect, useId, useRef, type RefObject } from 'react';
import { candidateSize } from '@kinora/shared/prompt/picture-size';
import { ImagePlus, Sparkles } from '../../icons/icons.ts';
import { compose } from '../../prompt/read-draft.ts';
import { keepSettings } from '../../prompt/set-parameter.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { Money } from '../../ui/formatted-values.tsx';
import { formatCount } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { pictureTypes } from '../../forms/check-picture.ts';
import { ParameterChips } from './parameter-chips.tsx';
import { Faults } from './faults.tsx';
import { rememberPrompt } from '../../prompt/history.ts';
import { LiveLine } from './live-line.tsx';
import { ModelChoice, ModelUnavailable } from './model-choice.tsx';
import { PictureStrip } from './picture-strip.tsx';
import { PromptReading } from './prompt-reading.tsx';
import { focusWords, PromptArea, promptHistory, useShownProblems } from './prompt-area.tsx';
import { Settings } from './settings.tsx';
import { NoToken, TokenSelect } from './token-choice.tsx';
import { fingerprintContent, lacksWords, type Create } from './state/use-create.ts';
import { readDataUrl } from './state/use-pictures.ts';
import type { Order } from './state/use-runs.ts';
import { imageMessages } from './messages.ts';

interface PromptBarProps {
  readonly create: Create;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  /** Files are being dragged over the page. */
  readonly isOver: boolean;
}

export function PromptBar({ create, area, isOver }: PromptBarProps) {
  const faults = useId();
  const problems = useShownProblems(create);
  const run = useWhenLoaded(create, () => {
    if (!runPrompt(create)) return;
    requestAnimationFrame(() => focusWords(area.current, true));
  });
  const { choice, isLoading } = create;
  if (!isLoading && !choice.token) return <NoToken choose={choice.choose} />;
  return (
    <div className="grid gap-2">
      <div
        className={classes(
          'rounded-xl border bg-surface transition-colors duration-120 focus-within:border-line-strong',
          isOver ? 'border-accent' : 'border-line',
        )}
      >
        <PictureStrip create={create} />
        <PromptArea create={create} area={area} onRun={run} describedBy={faults} shownProblems={problems} />
        <Tools create={create} isOver={isOver} onRun={run} />
      </div>
      <div className="grid gap-1.5 px-1">
        <ModelUnavailable create={create} />
        <Faults {...{ create, problems }} id={faults} onFixed={() => area.current?.focus()} />
        <Suspense>{hasMore(create) && <ExtraActions create={create} />}</Suspense>
        <PromptReading create={create} />
        <LiveLine create={create} />
      </div>
    </div>
  );
}

/**
 * Enter may be pressed before the price is known. The run then starts as soon as it
 * is, unless the text changes.
 */
function useWhenLoaded({ isLoading, text }: Create, run: () => void): () => void {
  const awaitedKey = useRef<string>(undefined);
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (isLoading) return;
    const isSame = awaitedKey.current === text;
    awaitedKey.current = undefined;
    if (isSame) latest.current();
  }, [isLoading, text]);
  return () => {
    if (isLoading) awaitedKey.current = text;
    else run();
  };
}

/** Loaded when there are pictures or a long prompt to act on. */
const ExtraActions = lazy(() =>
  import('./extra-actions.tsx').then(module => ({ default: module.ExtraActions })),
);
const longCharacters = 20;

function hasMore({ pictures, text }: Create): boolean {
  return pictures.all.length > 0 || text.length >= longCharacters;
}

interface ToolsProps {
  readonly create: Create;
  readonly isOver: boolean;
  readonly onRun: () => void;
}

function Tools({ create, isOver, onRun }: ToolsProps) {
  const t = useMessages(imageMessages);
  return (
    <div className="flex flex-wrap items-center gap-1.5 p-2">
      <AddPictures create={create} />
      <Settings create={create} />
      <TokenSelect choice={create.choice} />
      <ModelChoice create={create} />
      {isOver ? (
        <span className="text-sm text-accent">{t.dropHere}</span>
      ) : (
        <ParameterChips create={create} />
      )}
      <RunButton create={create} onRun={onRun} />
    </div>
  );
}

function AddPictures({ create }: { readonly create: Create }) {
  const t = useMessages(imageMessages);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t.addPictures}
        accept={pictureTypes.join(',')}
        onChange={({ target }) => {
          void create.pictures.add([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <IconButton icon={ImagePlus} label={t.addPictures} onClick={() => input.current?.click()} />
    </>
  );
}

function RunButton({ create, onRun }: { readonly create: Create; readonly onRun: () => void }) {
  const t = useMessages(imageMessages);
  const { price } = create;
  return (
    <Button
      kind="primary"
      icon={Sparkles}
      className="ml-auto"
      disabled={!canRun(create)}
      title={lacksWords(create) ? t.lacksWords : undefined}
      onClick={onRun}
    >
      {price && price.tasks > 1 ? t.makeSeveral(formatCount(price.tasks)) : t.make}
      {/* Reserves its width until the price is known. */}
      <span className="min-w-10 text-right font-normal">{price && <Money amount={price.amount} />}</span>
    </Button>
  );
}

export function canRun({ draft, price, means, choice }: Create): boolean {
  const isCovered = means.missing === undefined && means.capLeft === undefined;
  const isFit = price?.model !== undefined && price.tooMany === undefined;
  return draft.prompts.length > 0 && choice.token !== undefined && isFit && isCovered;
}

/** Clears the description, and keeps the settings and pictures. */
function runPrompt(create: Create): boolean {
  const order = toOrder(create, create.text);
  if (!canRun(create) || !order) return false;
  if (!create.runs.start(order)) return false;
  promptHistory.set(rememberPrompt(promptHistory.get(), create.text.trim()));
  create.setText(keepSettings(create.text));
  return true;
}

function toOrder(create: Create, text: string): Order | undefined {
  const { typedPrompt, pictures, choice, price, draft } = create;
  const [firstPrompt] = draft.prompts;
  if (!choice.token || !price || !firstPrompt) return undefined;
  return {
    path: 'imagine',
    content: fingerprintContent(create, 'imagine'),
    token: choice.token,
    summary: text.trim(),
    amount: price.amount,
    tasks: price.tasks,
    size: candidateSize(firstPrompt.version, firstPrompt.aspect, firstPrompt),
    body: async () => {
      const urls = await Promise.all(pictures.all.map(readDataUrl));
      const { prompt } = compose({ ...typedPrompt, text: text.trim() }, index => urls[index] ?? '');
      return { prompt };
    },
  };
}
