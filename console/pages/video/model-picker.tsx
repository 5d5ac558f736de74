/** The choice of a model from a searchable list with inputs, durations, prices and typical waiting times. */
import { useState } from 'react';
import { Check, ChevronsUpDown } from '../../icons/icons.ts';
import type { Model, ModelFacts } from '../../data/models/models.ts';
import { ModeIcons } from '../../prices/mode-icons.tsx';
import { secondsText } from '../../prices/modes.ts';
import { usePriceText } from '../../prices/price-text.ts';
import { PickList } from '../../ui/fields/pick-list.tsx';
import { Popover } from '../../ui/popover.tsx';
import { formatSeconds } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { videoMessages } from './messages.ts';

interface ModelPickerProps {
  readonly models: readonly Model[];
  readonly facts: readonly ModelFacts[];
  readonly chosenModel: Model;
  readonly onChoose: (model: Model) => void;
}

export function ModelPicker({ models, facts, chosenModel, onChoose }: ModelPickerProps) {
  const t = useMessages(videoMessages);
  return (
    <div>
      <p aria-hidden className="mb-1 text-sm font-medium">
        {t.model}
      </p>
      <Popover
        label={t.model}
        className="w-[min(400px,calc(100vw-16px))] p-1.5!"
        trigger={triggerProps => (
          <button
            type="button"
            aria-haspopup="dialog"
            className="field flex items-center gap-3 text-left"
            {...triggerProps}
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">
                <span className="sr-only">{t.model}: </span>
                {chosenModel.name}
              </span>
              <Line model={chosenModel} facts={facts.find(({ id }) => id === chosenModel.id)} />
            </span>
            <ChevronsUpDown size={16} aria-hidden className="shrink-0 text-muted" />
          </button>
        )}
      >
        {close => (
          <Choices
            {...{ models, facts, chosenModel }}
            onChoose={model => {
              close();
              onChoose(model);
            }}
          />
        )}
      </Popover>
    </div>
  );
}

function Choices({ models, facts, chosenModel, onChoose }: ModelPickerProps) {
  const t = useMessages(videoMessages);
  const [query, setQuery] = useState('');
  const text = query.trim().toLowerCase();
  const matchingModels = models.filter(({ id, name, description }) =>
    `${id} ${name} ${description}`.toLowerCase().includes(text),
  );
  return (
    <>
      <PickList
        label={t.searchModels}
        query={query}
        onQuery={setQuery}
        items={matchingModels}
        toKey={({ id }) => id}
        selected={chosenModel}
        onPick={onChoose}
      >
        {model => (
          <>
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{model.name}</span>
              <Line model={model} facts={facts.find(({ id }) => id === model.id)} />
            </span>
            {model === chosenModel && <Check size={16} aria-hidden className="shrink-0 text-accent" />}
          </>
        )}
      </PickList>
      {matchingModels.length === 0 && <p className="p-2.5 text-sm text-muted">{t.noModel}</p>}
    </>
  );
}

/** The key facts, in one line. */
function Line({ model, facts }: { readonly model: Model; readonly facts: ModelFacts | undefined }) {
  const t = useMessages(videoMessages);
  const { from } = usePriceText();
  const seconds = secondsText(model);
  const time = facts?.median_seconds;
  return (
    <span className="tabular flex flex-wrap items-center gap-x-3 text-xs text-muted">
      <ModeIcons model={model} />
      {seconds && <span>{t.upTo(seconds)}</span>}
      {facts && <span>{from(model.price.unit, facts.from)}</span>}
      {time != null && <span title={t.median}>{t.usually(formatSeconds(time))}</span>}
    </span>
  );
}
