/** The prompt field. A copy of the text behind it tints parameters and underlines errors. */
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type CompositionEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { openUserValue } from '../../state/stored-value.ts';
import type { PlacedProblem } from '../../prompt/read-draft.ts';
import { wordsToFront } from '../../prompt/words-to-front.ts';
import { isCommit, useKeys } from '../../ui/keys.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { stepHistory } from '../../prompt/history.ts';
import type { Create } from './state/use-create.ts';
import { imageMessages } from './messages.ts';

export const promptHistory = openUserValue<readonly string[]>('image prompts', []);

interface PromptAreaProps {
  readonly create: Create;
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly onRun: () => void;
  /** The id of the error list, for screen readers. */
  readonly describedBy: string;
  readonly shownProblems: readonly PlacedProblem[];
}

const box =
  'col-start-1 row-start-1 max-h-36 w-full px-3 pt-3 pb-1 text-lg wrap-anywhere whitespace-pre-wrap';

export function PromptArea({ create, area, onRun, describedBy, shownProblems }: PromptAreaProps) {
  const t = useMessages(imageMessages);
  const backdrop = useRef<HTMLDivElement>(null);
  const onKeyDown = useBarKeys(create, onRun);
  const typing = useTypedText(create, area);
  useKeys({
    '/': event => {
      event.preventDefault();
      focusWords(area.current, create.draft.isEmpty);
    },
  });
  return (
    <div className="grid">
      <div
        ref={backdrop}
        aria-hidden
        className={`${box} pointer-events-none overflow-hidden text-transparent`}
      >
        <MarkedText create={create} problems={shownProblems} />
        {'\u200b'}
      </div>
      <textarea
        ref={area}
        rows={1}
        value={create.text}
        aria-label={t.prompt}
        aria-describedby={describedBy}
        aria-invalid={shownProblems.length > 0}
        aria-keyshortcuts="/"
        placeholder={t.placeholder}
        title={t.keys}
        maxLength={20_000}
        autoCapitalize="none"
        spellCheck={false}
        {...typing}
        onKeyDown={onKeyDown}
        onScroll={event => backdrop.current?.scrollTo({ top: event.currentTarget.scrollTop })}
        onPaste={event => {
          if (event.clipboardData.files.length === 0) return;
          event.preventDefault();
          void create.pictures.add(event.clipboardData.files);
        }}
        className={`${box} h-full resize-none overflow-y-auto bg-transparent text-text outline-none [scrollbar-width:none]`}
      />
    </div>
  );
}

/** Text typed into a prompt that has only settings is inserted in front of them, wherever the caret is. */
function useTypedText({ setText, draft }: Create, area: RefObject<HTMLTextAreaElement | null>) {
  const caret = useRef<number>(undefined);
  const isEntered = useRef(false);
  useLayoutEffect(() => {
    if (caret.current !== undefined) area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const type = ({ value, selectionEnd }: HTMLTextAreaElement) => {
    const movedWords = selectionEnd === value.length ? wordsToFront(value) : undefined;
    caret.current = movedWords?.caret;
    setText(movedWords?.text ?? value);
  };
  return {
    onChange: ({ target, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) => {
      // Changing the text during input method composition would break it.
      if ((nativeEvent as InputEvent).isComposing) setText(target.value);
      else type(target);
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLTextAreaElement>) => type(currentTarget),
    onFocus: () => (isEntered.current = true),
    // The browser moves the caret to the click position after `focus`.
    onClick: ({ currentTarget }: MouseEvent<HTMLTextAreaElement>) => {
      const isSelected = currentTarget.selectionStart !== currentTarget.selectionEnd;
      if (isEntered.current && draft.isEmpty && !isSelected) currentTarget.setSelectionRange(0, 0);
      isEntered.current = false;
    },
  };
}

/** Moves the description in front of the settings that remained from the last run. */
export function focusWords(area: HTMLTextAreaElement | null, isEmpty: boolean): void {
  area?.focus();
  if (isEmpty) area?.setSelectionRange(0, 0);
}

/** Enter runs the prompt. Up and Down step through the history until the text is edited. */
function useBarKeys({ text, setText, draft }: Create, onRun: () => void) {
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { isComposing, keyCode } = event.nativeEvent;
    if (isComposing || keyCode === 229) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      if (isCommit(event)) onRun();
    }
    if (event.key === 'Escape') leave(event.currentTarget);
    if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && !event.shiftKey && !event.altKey) {
      const isRecalled = promptHistory.get().includes(text);
      if (!isRecalled && !draft.isEmpty) return;
      const recalledPrompt = stepHistory(
        promptHistory.get(),
        text,
        event.key === 'ArrowUp' ? 'older' : 'newer',
      );
      if (recalledPrompt === undefined) return;
      event.preventDefault();
      setText(recalledPrompt);
    }
  };
}

/** Moves the focus to the newest picture, where single-key shortcuts apply. */
function leave(area: HTMLTextAreaElement): void {
  const tile = document.querySelector<HTMLElement>('[data-tile]');
  if (tile) tile.focus();
  else area.blur();
}

function MarkedText({
  create,
  problems,
}: {
  readonly create: Create;
  readonly problems: readonly PlacedProblem[];
}) {
  const { text, draft } = create;
  const parameterRanges = draft.parameters.map(
    ({ position, valueAt, value }) => [position, valueAt + value.length] as const,
  );
  const problemRanges = problems.flatMap(({ from, to }) =>
    from === undefined || to === undefined ? [] : [[from, to] as const],
  );
  const edges = [...new Set([0, text.length, ...parameterRanges.flat(), ...problemRanges.flat()])].toSorted(
    (a, b) => a - b,
  );
  return edges.slice(0, -1).map((from, index) => {
    const isIn = ([start, end]: readonly [number, number]) => start <= from && from < end;
    const spanClasses = [
      parameterRanges.some(isIn) && 'rounded-sm bg-accent-soft',
      problemRanges.some(isIn) && 'underline decoration-bad decoration-wavy decoration-2 underline-offset-4',
    ];
    return (
      <span key={from} className={spanClasses.filter(Boolean).join(' ')}>
        {text.slice(from, edges[index + 1])}
      </span>
    );
  });
}

const settleMs = 800;

/** Delays the error while a parameter's name is being typed. */
export function useShownProblems({ text, draft }: Create): readonly PlacedProblem[] {
  const [settledDraft, setSettledDraft] = useState({ text, problems: draft.problems });
  useEffect(() => {
    const timer = setTimeout(() => setSettledDraft({ text, problems: draft.problems }), settleMs);
    return () => clearTimeout(timer);
  }, [text, draft]);
  if (settledDraft.text === text) return draft.problems;
  const settledKeys = new Set(settledDraft.problems.map(problemKey));
  return draft.problems.filter(problem => settledKeys.has(problemKey(problem)));
}

function problemKey({ problem: { code, details } }: PlacedProblem): string {
  return `${code} ${details['parameter'] ?? ''}`;
}
