/** The models' prices: a list of models, beside the price of the selected one. */
import { useQuery } from '@tanstack/react-query';
import { Clapperboard, Image } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { allModelsQuery } from '../../data/models/managed-models.ts';
import { pricesQuery, type ModelPrice } from '../../data/operators/operator-queries.ts';
import { classes } from '../../ui/class-names.ts';
import { Page } from '../../ui/page.tsx';
import { usePhone } from '../../ui/phone.ts';
import { Money } from '../../ui/formatted-values.tsx';
import { ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { ModelPriceView } from './model-price-view.tsx';
import { priceMessages } from '../../prices/editor/messages.ts';

export interface PriceSearch {
  readonly [name: string]: string | undefined;
  readonly model?: string;
  /** Whether the editor for a new price is open. */
  readonly edit?: string;
}

export function PricesPage() {
  const t = useMessages(priceMessages);
  const { data, error, refetch } = useQuery(pricesQuery);
  const [search, setAddress] = useAddress<PriceSearch>();
  const chosenSheet = data?.find(({ model }) => model === search.model) ?? data?.[0];
  const choose = (model: string) => setAddress({ model, edit: undefined }, { isStep: true });
  return (
    <Page title={t.title} intro={t.intro}>
      <ErrorNote error={error} onRetry={() => refetch()} />
      {!data && !error && <SkeletonRows />}
      {data && chosenSheet && (
        <div className="grid items-start gap-6 lg:grid-cols-[264px_minmax(0,1fr)]">
          <Models prices={data} chosenModel={chosenSheet.model} onChoose={choose} />
          <ModelPriceView
            key={chosenSheet.model}
            price={chosenSheet}
            isEditing={search.edit !== undefined}
            onEdit={isOn => setAddress({ model: chosenSheet.model, edit: isOn ? 'new' : undefined })}
          />
        </div>
      )}
    </Page>
  );
}

interface ModelsProps {
  readonly prices: readonly ModelPrice[];
  readonly chosenModel: string;
  readonly onChoose: (model: string) => void;
}

function Models({ prices, chosenModel, onChoose }: ModelsProps) {
  const t = useMessages(priceMessages);
  const isPhone = usePhone();
  const { data: models = [] } = useQuery(allModelsQuery);
  if (isPhone)
    return (
      <select
        className="field"
        aria-label={t.choose}
        value={chosenModel}
        onChange={event => onChoose(event.target.value)}
      >
        {prices.map(({ model }) => (
          <option key={model}>{model}</option>
        ))}
      </select>
    );
  return (
    <nav aria-label={t.models} className="sticky top-16">
      <ul className="grid gap-0.5">
        {prices.map(price => {
          const isImage = models.find(({ id }) => id === price.model)?.kind === 'image';
          const Icon = isImage ? Image : Clapperboard;
          return (
            <li key={price.model}>
              <button
                type="button"
                aria-current={price.model === chosenModel ? 'page' : undefined}
                className={classes(
                  'flex w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left',
                  price.model === chosenModel ? 'bg-raised font-medium' : 'text-muted hover:bg-raised',
                )}
                onClick={() => onChoose(price.model)}
              >
                <Icon size={16} aria-hidden className="shrink-0" />
                <span className="min-w-0 flex-1 truncate">{price.model}</span>
                <span className="text-xs font-normal text-muted">
                  <Money amount={basePrice(price)} /> {t.per[price.unit]}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function basePrice({ rules }: ModelPrice): string | undefined {
  return rules.find(({ when = {} }) => Object.keys(when).length === 0)?.unitPrice;
}
