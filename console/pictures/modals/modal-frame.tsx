/** The shared parts of modal dialogs: the frame and the prompt field. */
import type { ReactNode } from 'react';
import type { Task, TaskButton } from '../../data/tasks/tasks.ts';
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx';
import { TextArea } from '../../ui/fields/field.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { modalMessages } from './messages.ts';
import { ButtonPrice } from '../price.tsx';
import { fullButtonName } from '../actions/button-labels.ts';
import type { Answer } from '../actions/use-press.ts';
import { pictureMessages } from '../messages.ts';

export interface ModalProps {
  readonly waiting: Task;
  readonly parent: Task;
  readonly button: TaskButton;
  readonly error: Error | undefined;
  readonly isBusy: boolean;
  readonly onAnswer: (answer: Answer) => void;
  readonly onClose: () => void;
}

export function PromptField({
  prompt,
  onChange,
}: {
  readonly prompt: string;
  readonly onChange: (prompt: string) => void;
}) {
  const t = useMessages(modalMessages);
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

/** The heading, the content, and the submit button with its price. */
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
  const t = useMessages(modalMessages);
  const names = useMessages(pictureMessages);
  return (
    <ActionDialog
      title={fullButtonName(button, names)}
      action={
        <>
          {t.make}
          <ButtonPrice price={button.price} />
        </>
      }
      isReady={isReady}
      isBusy={isBusy}
      error={error}
      onSubmit={onSubmit}
      onClose={onClose}
      ignoresOutsideClicks
      className={className ?? 'w-[min(600px,calc(100vw-24px))]!'}
    >
      {children}
    </ActionDialog>
  );
}
