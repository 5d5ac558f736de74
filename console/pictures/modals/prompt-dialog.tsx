/** Asks for a changed prompt before a button's task is queued. */
import { useState } from 'react';
import { ModalFrame, PromptField, type ModalProps } from './modal-frame.tsx';

export function PromptDialog(props: ModalProps) {
  const { waiting, onAnswer } = props;
  const [prompt, setPrompt] = useState(waiting.prompt ?? '');
  return (
    <ModalFrame {...props} onSubmit={() => onAnswer({ prompt })}>
      <PromptField prompt={prompt} onChange={setPrompt} />
    </ModalFrame>
  );
}
