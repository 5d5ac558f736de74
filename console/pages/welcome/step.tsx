/** One of the first steps: a single line unless it is open. */
import { useId, type ReactNode } from 'react';
import { Check, ChevronDown } from '../../icons/icons.ts';
import { classes } from '../../ui/class-names.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { welcomeMessages } from './messages.ts';

interface StepProps {
  readonly number: number;
  readonly title: string;
  /** The state of the step, in one line. */
  readonly description: ReactNode;
  readonly isDone: boolean;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

export function Step({ number, title, description, isDone, isOpen, onOpen, children }: StepProps) {
  const t = useMessages(welcomeMessages);
  const id = useId();
  return (
    <li className="relative flex gap-4 not-last:before:absolute not-last:before:top-13 not-last:before:-bottom-1 not-last:before:left-4 not-last:before:w-px not-last:before:bg-line">
      <span
        className={classes(
          'tabular mt-3.5 grid size-8.5 shrink-0 place-items-center rounded-full border text-sm font-semibold',
          isDone && 'border-transparent bg-accent-soft text-accent',
          !isDone && (isOpen ? 'border-accent text-accent' : 'border-line text-muted'),
        )}
      >
        {isDone ? <Check size={16} aria-label={t.done} /> : number}
      </span>
      <section
        aria-labelledby={id}
        className={classes('min-w-0 flex-1', isOpen && 'card my-1 px-4 pb-5 sm:px-5', !isOpen && 'px-1')}
      >
        <h2 id={id}>
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={onOpen}
            className="flex min-h-15 w-full items-center gap-3 py-2 text-left"
          >
            <span className="min-w-0 flex-1">
              <span className="block text-lg font-semibold">{title}</span>
              {(isDone || !isOpen) && <span className="block text-sm text-muted">{description}</span>}
            </span>
            {!isOpen && <ChevronDown size={16} className="text-muted" aria-hidden />}
          </button>
        </h2>
        {isOpen && children}
      </section>
    </li>
  );
}
