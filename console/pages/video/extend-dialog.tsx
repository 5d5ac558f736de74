/** The clip goes on for so many seconds, which is what is paid for. */
import { FastForward } from 'lucide-react';
import { useState } from 'react';
import { Ticks } from '../../forms/ticks.tsx';
import { useNaming } from '../../forms/words.ts';
import { usePriceText } from '../../prices/price-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { ErrorNote } from '../../ui/states.tsx';
import { useWords } from '../../words/words.ts';
import { additionsOf, priceOfMore, useClipOfClip, type ClipDialogProps } from './use-clip-of-clip.ts';
import { videoWords } from './words.ts';

export function ExtendDialog(props: ClipDialogProps) {
  const { task, model, onClose } = props;
  const t = useWords(videoWords);
  const { valueOf } = useNaming();
  const { money, sum } = usePriceText();
  const additions = additionsOf(model, task);
  const [seconds, setSeconds] = useState(additions[0] ?? 0);
  const [prompt, setPrompt] = useState(task.prompt ?? '');
  const { mutate, isPending, error } = useClipOfClip(props, '/v1/videos/extensions');
  const price = priceOfMore(props, seconds);
  const total = (task.seconds ?? 0) + seconds;
  return (
    <Dialog
      title={t.extendTitle}
      onClose={onClose}
      actions={
        <Button
          kind="primary"
          icon={FastForward}
          busy={isPending}
          disabled={prompt.trim() === ''}
          onClick={() => mutate({ video: { id: task.id }, seconds, prompt: prompt.trim() })}
        >
          {t.extendNow(price ? money(price.amount) : '')}
        </Button>
      }
    >
      <div className="grid gap-4">
        <Ticks
          label={t.extendBy}
          says={valueOf('seconds', seconds)}
          value={seconds}
          values={additions}
          onChange={setSeconds}
        />
        <TextArea
          label={t.prompt}
          hint={t.extendHint}
          rows={3}
          maxLength={6000}
          value={prompt}
          onChange={event => setPrompt(event.target.value)}
        />
        <p className="tabular text-sm text-muted">
          {price && sum(price)}
          <br />
          {t.becomes(String(total), String(model.longest_seconds))}
        </p>
      </div>
      <ErrorNote error={error} className="mt-3" />
    </Dialog>
  );
}
