/** The same clip with another prompt. */
import { WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { usePriceText } from '../../prices/price-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { useWords } from '../../words/words.ts';
import { priceOfLike, useClipOfClip, type ClipDialogProps } from './use-clip-of-clip.ts';
import { videoWords } from './words.ts';

export function RemixDialog(props: ClipDialogProps) {
  const { task, onClose } = props;
  const t = useWords(videoWords);
  const { money } = usePriceText();
  const [prompt, setPrompt] = useState(task.prompt ?? '');
  const { mutate, isPending, error } = useClipOfClip(props, `/v1/videos/${task.id}/remix`);
  const price = priceOfLike(props, Number(task.seconds));
  return (
    <Dialog
      title={t.remixTitle}
      onClose={onClose}
      actions={
        <Button
          kind="primary"
          icon={WandSparkles}
          busy={isPending}
          disabled={prompt.trim() === ''}
          onClick={() => mutate({ prompt: prompt.trim() })}
        >
          {t.remixNow(price ? money(price.amount) : '')}
        </Button>
      }
    >
      <TextArea
        label={t.prompt}
        hint={t.remixHint}
        rows={4}
        maxLength={6000}
        autoFocus
        value={prompt}
        onChange={event => setPrompt(event.target.value)}
      />
      <ErrorNote error={error} className="mt-3" />
    </Dialog>
  );
}
