/** The marketplace: all models with results, price, unit and typical duration. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Clapperboard, Clock, Image, Plus, Scale, Tag, TrendingUp, Unplug } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { allModelsQuery } from '../../data/models/managed-models.ts';
import { factsQuery, type ModelFacts } from '../../data/models/models.ts';
import { listTiers } from '../../data/models/tiers.ts';
import { hasRole, sessionQuery } from '../../data/session.ts';
import { ExamplePicture } from '../../pictures/examples/example-picture.tsx';
import { ModeIcons, useModeNames } from '../../prices/mode-icons.tsx';
import { listModes, secondsText, type Mode } from '../../prices/modes.ts';
import { usePriceText } from '../../prices/price-text.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { Page } from '../../ui/page.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { ErrorNote, NoResults, Skeleton } from '../../ui/page-states.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { formatPercent, formatSeconds } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { NewModelForm } from './form/model-form.tsx';
import { ProposedModel, ProposedName } from './form/proposed-model.tsx';
import { manageMessages } from './manage/manage-messages.ts';
import { hasOnePrice, resultKind, priceUnit } from './model-parts.ts';
import { modelMessages } from './messages.ts';

type Filter = {
  readonly q?: string;
  readonly kind?: string;
  readonly starts?: string;
  readonly unit?: string;
  /** The form for a new model is open. */
  readonly add?: string;
  /** The engine that the new model comes from, and the name of the model on it. */
  readonly engine?: string;
  readonly upstream?: string;
};
type Change = (fields: { [Name in keyof Filter]: string | undefined }) => void;

export function ModelsPage() {
  const { data: user = null } = useQuery(sessionQuery);
  const isOperator = user !== null && hasRole(user, 'operator');
  const [{ add, engine, upstream }, change] = useAddress<Pick<Filter, 'add' | 'engine' | 'upstream'>>();
  const navigate = useNavigate();
  if (add === undefined || !isOperator)
    return (
      <ModelList
        isOperator={isOperator}
        isVisitor={user === null}
        onAdd={() => change({ add: 'model' }, { isStep: true })}
      />
    );
  const on = {
    onSaved: (id: string) => void navigate({ to: `/models/${id}` }),
    onClose: () => change({ add: undefined, engine: undefined, upstream: undefined }),
  };
  if (engine && upstream)
    return <ProposedModel key={`${engine} ${upstream}`} {...{ engine, upstream, ...on }} />;
  if (engine)
    return (
      <ProposedName
        engine={engine}
        onChosen={name => change({ upstream: name }, { isStep: true })}
        onClose={on.onClose}
      />
    );
  return <NewModelForm {...on} />;
}

interface ListProps {
  /** Whether no user is signed in. */
  readonly isVisitor: boolean;
  readonly isOperator: boolean;
  readonly onAdd: () => void;
}

function ModelList({ isOperator, isVisitor, onAdd }: ListProps) {
  const t = useMessages(modelMessages);
  const manage = useMessages(manageMessages);
  const { data, error, isLoading } = useQuery(isOperator ? allModelsQuery : factsQuery);
  const [filter, change] = useAddress<Filter>();
  const matchingModels = (data ?? []).filter(model => isWanted(model, filter));
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        <>
          {!isVisitor && (
            <Link to="/compare" className={buttonClasses()}>
              <Scale size={16} aria-hidden />
              {t.compare}
            </Link>
          )}
          {isOperator && (
            <Link to="/aliases" className={buttonClasses()}>
              <Tag size={16} aria-hidden />
              {manage.aliases}
            </Link>
          )}
          {isOperator && (
            <Button kind="primary" icon={Plus} onClick={onAdd}>
              {manage.add}
            </Button>
          )}
        </>
      }
    >
      <Filters filter={filter} change={change as Change} />
      <ErrorNote error={error} />
      <ul className="mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {isLoading && ['a', 'b', 'c'].map(key => <Skeleton key={key} className="h-90" />)}
        {matchingModels.map(model => (
          <li key={model.id}>
            <ModelCard model={model} />
          </li>
        ))}
      </ul>
      {data && matchingModels.length === 0 && (
        <NoResults
          onClear={() => change({ q: undefined, kind: undefined, starts: undefined, unit: undefined })}
        />
      )}
    </Page>
  );
}

function isWanted(model: ModelFacts, { q = '', kind, starts, unit }: Filter): boolean {
  const searchText = q.trim().toLowerCase();
  return (
    `${model.id} ${model.name} ${model.description}`.toLowerCase().includes(searchText) &&
    (kind === undefined || resultKind(model) === kind) &&
    (starts === undefined || listModes(model).includes(starts as Mode)) &&
    (unit === undefined || priceUnit(model) === unit)
  );
}

function Filters({ filter, change }: { readonly filter: Filter; readonly change: Change }) {
  const t = useMessages(modelMessages);
  const ui = useMessages(uiMessages);
  const modes = useModeNames();
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        label={t.search}
        isQuiet
        type="search"
        placeholder={t.search}
        className="w-full sm:w-64"
        value={filter.q ?? ''}
        onChange={event => change({ q: event.target.value || undefined })}
      />
      <SegmentedControl
        label={t.kind}
        isQuiet
        className="min-w-56"
        value={filter.kind ?? ''}
        segments={[
          { value: '', label: t.all },
          { value: 'image', label: t.image },
          { value: 'video', label: t.video },
        ]}
        onChange={kind => change({ kind: kind || undefined })}
      />
      <SelectField
        label={t.starts}
        isQuiet
        className="min-w-44"
        value={filter.starts ?? ''}
        choices={[
          { value: '', label: t.starts },
          ...Object.entries(modes).map(([value, label]) => ({ value, label })),
        ]}
        onChange={event => change({ starts: event.target.value || undefined })}
      />
      <SelectField
        label={t.unit}
        isQuiet
        className="min-w-36"
        value={filter.unit ?? ''}
        choices={[
          { value: '', label: t.unit },
          ...Object.entries(ui.unit).map(([value, label]) => ({ value, label })),
        ]}
        onChange={event => change({ unit: event.target.value || undefined })}
      />
    </div>
  );
}

function ModelCard({ model }: { readonly model: ModelFacts }) {
  const t = useMessages(modelMessages);
  const ui = useMessages(uiMessages);
  const { from, per } = usePriceText();
  const priceText = hasOnePrice(model) ? per : from;
  const seconds = secondsText(model);
  const media = resultKind(model);
  const Kind = media === 'video' ? Clapperboard : Image;
  return (
    <article className="card group relative flex h-full flex-col overflow-hidden transition-colors duration-120 focus-within:border-line-strong hover:border-line-strong">
      <ExamplePicture model={model.id} kind={model.kind} className="aspect-5/2 w-full" />
      <span className="absolute top-3 right-3 inline-flex items-center gap-1.5 rounded-full bg-black/65 px-2.5 py-1 text-xs font-medium text-white">
        <Kind size={12} aria-hidden />
        {media === 'video' ? t.video : t.image}
      </span>
      {!model.offered && <NotOffered />}
      <div className="flex flex-1 flex-col gap-2 p-4">
        <h2 className="min-w-0 text-lg font-semibold">
          <Link
            to={`/models/${model.id}`}
            className="text-text no-underline after:absolute after:inset-0 after:rounded-lg"
          >
            {model.name}
          </Link>
        </h2>
        <p className="line-clamp-3 text-sm text-muted">{model.description}</p>
        <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
          {model.kind === 'video' ? (
            <ModeIcons model={model} isNamed />
          ) : (
            <span className="text-xs text-muted">{operationsText(model, t.operations)}</span>
          )}
          {seconds && <span className="tabular text-xs text-muted">{t.inSeconds(seconds)}</span>}
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line pt-2">
          <span className="tabular font-semibold">{priceText(priceUnit(model), model.from)}</span>
          <span className="text-xs text-muted">
            {listTiers(model)
              .map(tier => ui.tier[tier])
              .join(' · ')}
          </span>
        </div>
        <Record model={model} />
      </div>
    </article>
  );
}

function NotOffered() {
  const t = useMessages(manageMessages);
  return (
    <span className="absolute top-3 left-3 inline-flex items-center gap-1.5 rounded-full bg-black/65 px-2.5 py-1 text-xs font-medium text-white">
      <Unplug size={12} aria-hidden />
      {t.notOffered}
    </span>
  );
}

function operationsText({ operations }: ModelFacts, names: Readonly<Record<string, string>>): string {
  return operations.map(operation => names[operation] ?? operation).join(' · ');
}

/** The success rate of the last week. */
function Record({ model }: { readonly model: ModelFacts }) {
  const t = useMessages(modelMessages);
  const { median_seconds: seconds, success_share: share } = model;
  if (seconds === null && share === null) return <p className="text-xs text-muted">{t.notUsed}</p>;
  return (
    <p className="tabular flex flex-wrap gap-x-4 text-xs text-muted">
      {seconds !== null && (
        <span className="inline-flex items-center gap-1" title={t.median}>
          <Clock size={12} aria-hidden />
          {t.usually(formatSeconds(seconds))}
        </span>
      )}
      {share !== null && (
        <span className="inline-flex items-center gap-1" title={t.success}>
          <TrendingUp size={12} aria-hidden />
          {t.succeeded(formatPercent(share))}
        </span>
      )}
    </p>
  );
}
