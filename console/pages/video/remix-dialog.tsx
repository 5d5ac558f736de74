/** Remixes the clip with another prompt. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { WandSparkles } from '../../icons/icons.ts';
import { tokensQuery } from '../../data/tokens/tokens.ts';
import { usePriceText } from '../../prices/price-text.ts';
import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx';
import { TextArea } from '../../ui/fields/field.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { priceOfRemix } from '../../data/models/remix-price.ts';
import { useClipOfClip, type ClipDialogProps } from './use-derived-clip.ts';
import { videoMessages } from './messages.ts';

export function RemixDialog(props: ClipDialogProps) {
  const { task, model, token, onClose } = props;
  const t = useMessages(videoMessages);
  const { money } = usePriceText();
  const [prompt, setPrompt] = useState(task.prompt ?? '');
  const { mutate, isPending, error } = useClipOfClip(props, 'POST /v1/videos/:id/remix');
  const { data: tokens } = useQuery(tokensQuery);
  const payer = tokens?.find(({ id }) => id === task.token.id);
  const isSamePricing = payer?.group === token.group && payer.also === token.also;
  const price = priceOfRemix({ task, model, isSamePricing });
  const priceText = price && (price.isLeast ? t.atLeast(money(price.amount)) : money(price.amount));
  return (
    <ActionDialog
      title={t.remixTitle}
      action={t.remixNow(priceText ?? '')}
      icon={WandSparkles}
      isReady={prompt.trim() !== ''}
      isBusy={isPending}
      error={error}
      onSubmit={() => mutate({ prompt: prompt.trim() })}
      onClose={onClose}
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
    </ActionDialog>
  );
}
