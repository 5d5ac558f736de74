/** Paint what is to be made anew. */
import { useState } from 'react';
import type { ModalProps } from './modal-dialog.tsx';
import { ModalFrame, PromptField } from './prompt-dialog.tsx';

export function MaskDialog(props: ModalProps) {
  const [prompt, setPrompt] = useState(props.waiting.prompt ?? '');
  return (
    <ModalFrame {...props} onSubmit={() => props.onSay({ prompt })}>
      <PromptField prompt={prompt} onChange={setPrompt} />
    </ModalFrame>
  );
}
