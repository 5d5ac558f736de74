/** Shown before the first clip: examples with prices, which fill in the form. */
import { Clapperboard } from '../../icons/icons.ts';
import type { Model } from '../../data/models/models.ts';
import { quotePrice } from '../../data/models/price.ts';
import type { Token } from '../../data/tokens/tokens.ts';
import { missingFields } from '../../forms/reference.ts';
import { usePriceText } from '../../prices/price-text.ts';
import { EmptyState } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { toQuoteInput, chooseTier, toVideoRequest, type VideoDraft } from './request.ts';
import type { VideoForm } from './use-video-form.ts';
import { examples, videoMessages } from './messages.ts';

interface ExamplesProps {
  readonly form: VideoForm;
  readonly models: readonly Model[];
  readonly token: Token;
}

export function Examples({ form, models, token }: ExamplesProps) {
  const t = useMessages(videoMessages);
  const texts = useMessages(examples);
  const { money } = usePriceText();
  const promptOnlyModels = models.filter(({ references }) => missingFields(references, {}).length === 0);
  const drafts = Object.values(texts).flatMap((prompt, index): [VideoDraft, string | undefined][] => {
    const model = promptOnlyModels[index % Math.max(1, promptOnlyModels.length)];
    if (!model) return [];
    const draft = { model: model.id, prompt };
    const tier = chooseTier(model, token.tier);
    return [
      [
        draft,
        quotePrice(model, toQuoteInput(toVideoRequest(model, draft, { tier, references: {} })))?.amount,
      ],
    ];
  });
  return (
    <EmptyState icon={Clapperboard} title={t.emptyTitle}>
      <p>{t.empty}</p>
      <ul aria-label={t.examples} className="mt-2 grid w-full gap-2 text-left">
        {drafts.map(([draft, price]) => (
          <li key={draft.prompt}>
            <button
              type="button"
              className="card flex w-full items-center gap-3 px-3 py-2.5 text-left text-text transition-colors duration-120 hover:border-line-strong"
              onClick={() => form.replace(draft)}
            >
              <span className="min-w-0 flex-1">{draft.prompt}</span>
              {price && <span className="tabular text-sm text-muted">{money(price)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}
