/** The form: prompt, model, pictures, parameters and tier. */
import type { ClipboardEvent } from 'react';
import type { Model, ModelFacts } from '../../data/models/models.ts';
import { listTiers } from '../../data/models/tiers.ts';
import { quotePriceDetails } from '../../data/models/price.ts';
import type { Tier } from '@kinora/shared/models/model-card';
import type { Token, TokenChoice } from '../../data/tokens/tokens.ts';
import type { Texts } from '../../forms/field-values.ts';
import { ParameterForm } from '../../forms/parameter-form.tsx';
import { droppedImages, readPicture } from '../../forms/read-picture.ts';
import { ReferenceField } from '../../forms/reference-field.tsx';
import { usePriceText } from '../../prices/price-text.ts';
import { SelectField, TextArea } from '../../ui/fields/field.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { ModelPicker } from './model-picker.tsx';
import { toQuoteInput, defaultRatio, type VideoRequest } from './request.ts';
import { SwitchNotice } from './switch-notice.tsx';
import type { VideoForm } from './use-video-form.ts';
import { videoMessages } from './messages.ts';

interface VideoFieldsProps {
  readonly form: VideoForm;
  readonly request: VideoRequest;
  readonly models: readonly Model[];
  readonly facts: readonly ModelFacts[];
  readonly choice: TokenChoice;
  readonly token: Token;
  /** The error messages, by field. */
  readonly errors: Texts;
}

export function VideoFields({ form, request, models, facts, choice, token, errors }: VideoFieldsProps) {
  const t = useMessages(videoMessages);
  const { model, references } = request;
  const ratio = defaultRatio(model, references);
  return (
    // Focused fields must not scroll under the sticky price bar.
    <div className="grid gap-4 [&_*]:scroll-mb-36" onPaste={event => addPastedPictures(event, form, model)}>
      <TextArea
        label={t.prompt}
        placeholder={t.promptHint}
        rows={4}
        maxLength={6000}
        className="field-sizing-content"
        value={form.draft.prompt ?? ''}
        error={errors['prompt']}
        onChange={event => form.change({ prompt: event.target.value })}
      />
      <ModelPicker
        models={models}
        facts={facts}
        chosenModel={model}
        onChoose={next => form.switchTo(next, model)}
      />
      {form.modelSwitch && <SwitchNotice modelSwitch={form.modelSwitch} onDismiss={form.dismiss} />}
      {Object.entries(model.references).map(([field, rule]) => (
        <ReferenceField
          key={`${model.id} ${field}`}
          field={field}
          max={rule.max}
          isRequired={rule.required}
          pictures={references[field] ?? []}
          error={errors[field]}
          onChange={pictures => form.setPictures(field, pictures)}
        />
      ))}
      <ParameterForm
        key={model.id}
        model={model}
        texts={form.draft}
        {...(ratio !== undefined && { defaults: { aspect_ratio: ratio } })}
        errors={errors}
        onChange={form.change}
      />
      <TierField request={request} onChange={tier => form.change({ tier })} />
      {choice.tokens.length > 1 && (
        <SelectField
          label={t.token}
          value={token.id}
          choices={choice.tokens.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={event => choice.choose(event.target.value)}
        />
      )}
    </div>
  );
}

interface TierFieldProps {
  readonly request: VideoRequest;
  readonly onChange: (tier: Tier) => void;
}

function TierField({ request, onChange }: TierFieldProps) {
  const t = useMessages(videoMessages);
  const ui = useMessages(uiMessages);
  const { money } = usePriceText();
  const segments = listTiers(request.model).map(tier => {
    const price = quotePriceDetails(request.model, toQuoteInput({ ...request, tier }));
    return { value: tier, label: ui.tier[tier], ...(price && { note: money(price.amount) }) };
  });
  return <SegmentedControl label={t.speed} value={request.tier} segments={segments} onChange={onChange} />;
}

/** Pasted pictures are added to the first field with room. */
async function addPastedPictures(
  event: ClipboardEvent,
  { references, setPictures }: VideoForm,
  model: Model,
) {
  const files = droppedImages(event.clipboardData);
  const room = Object.entries(model.references).find(
    ([field, { max }]) => (references[field]?.length ?? 0) < max,
  );
  if (event.defaultPrevented || files.length === 0 || !room) return;
  event.preventDefault();
  const [field, { max }] = room;
  const before = references[field] ?? [];
  const reads = await Promise.all(files.slice(0, max - before.length).map(readPicture));
  const addedReferences = reads.flatMap(read => (read.ok ? [read.reference] : []));
  if (addedReferences.length > 0) setPictures(field, [...before, ...addedReferences]);
}
