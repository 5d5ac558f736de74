/** Extends the clip. The added seconds are charged. */
import { useState } from 'react';
import { FastForward } from '../../icons/icons.ts';
import { TickSlider } from '../../forms/tick-slider.tsx';
import { useParameterNames } from '../../forms/messages.ts';
import { usePriceText } from '../../prices/price-text.ts';
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx';
import { TextArea } from '../../ui/fields/field.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { listAdditions, priceOfMore, useClipOfClip, type ClipDialogProps } from './use-derived-clip.ts';
import { videoMessages } from './messages.ts';

export function ExtendDialog(props: ClipDialogProps) {
  const { task, model, onClose } = props;
  const t = useMessages(videoMessages);
  const { formatParameter } = useParameterNames();
  const { money, sum } = usePriceText();
  const additions = listAdditions(model, task);
  const [seconds, setSeconds] = useState(additions[0] ?? 0);
  const [prompt, setPrompt] = useState(task.prompt ?? '');
  const { mutate, isPending, error } = useClipOfClip(props, 'POST /v1/videos/extensions');
  const price = priceOfMore(props, seconds);
  const total = (task.seconds ?? 0) + seconds;
  return (
    <ActionDialog
      title={t.extendTitle}
      action={t.extendNow(price ? money(price.amount) : '')}
      icon={FastForward}
      isReady={prompt.trim() !== ''}
      isBusy={isPending}
      error={error}
      onSubmit={() => mutate({ video: { id: task.id }, seconds, prompt: prompt.trim() })}
      onClose={onClose}
    >
      <TickSlider
        label={t.extendBy}
        valueText={formatParameter('seconds', seconds)}
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
    </ActionDialog>
  );
}
