/** A changed prompt for what a button makes. */
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { ErrorNote } from '../ui/states.tsx';
import { uiWords } from '../ui/words.ts';
import { useWords } from '../words/words.ts';
import { modalWords } from './modal-words.ts';
import type { ModalProps } from './modal-dialog.tsx';
import { ButtonPrice } from './price.tsx';
import { fullNameOf } from './words-of-buttons.ts';
import { pictureWords } from './words.ts';

export function PromptDialog(props: ModalProps) {
  const { waiting, onSay } = props;
  const [prompt, setPrompt] = useState(waiting.prompt ?? '');
  return (
    <ModalFrame {...props} onSubmit={() => onSay({ prompt })}>
      <PromptField prompt={prompt} onChange={setPrompt} />
    </ModalFrame>
  );
}

export function PromptField({
  prompt,
  onChange,
}: {
  readonly prompt: string;
  readonly onChange: (prompt: string) => void;
}) {
  const t = useWords(modalWords);
  return (
    <TextArea
      label={t.prompt}
      hint={t.promptHint}
      rows={4}
      value={prompt}
      onChange={event => onChange(event.target.value)}
    />
  );
}

interface FrameProps extends ModalProps {
  readonly onSubmit: () => void;
  readonly isReady?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Heading, what is asked, and the button with what it costs. */
export function ModalFrame({
  button,
  error,
  isBusy,
  onClose,
  onSubmit,
  isReady = true,
  className,
  children,
}: FrameProps) {
  const t = useWords(modalWords);
  const ui = useWords(uiWords);
  const names = useWords(pictureWords);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !isBusy) onSubmit();
  };
  return (
    <Dialog
      title={fullNameOf(button, names)}
      onClose={onClose}
      isKept
      className={className ?? 'w-[min(600px,calc(100vw-24px))]!'}
    >
      <form className="grid gap-4" onSubmit={submit}>
        {children}
        <ErrorNote error={error} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={event => event.currentTarget.closest('dialog')?.close()}>{ui.cancel}</Button>
          <Button kind="primary" type="submit" busy={isBusy} disabled={!isReady}>
            {t.make}
            <ButtonPrice price={button.price} />
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
