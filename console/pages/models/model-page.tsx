/** A model: description, parameters, price rules, and an example request. */
import { keyVariables, snippetInterfaces } from '@kinora/shared/snippets/snippet';
import { snippetLanguages } from '@kinora/shared/snippets/snippet-languages';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Play } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { ApiError } from '../../data/api.ts';
import { isManaged } from '../../data/models/managed-models.ts';
import { detailsQuery, type ModelDetails } from '../../data/models/models.ts';
import { sessionQuery, type User } from '../../data/session.ts';
import { tasksQuery } from '../../data/tasks/tasks.ts';
import { ExamplePicture } from '../../pictures/examples/example-picture.tsx';
import { ModeIcons } from '../../prices/mode-icons.tsx';
import { usePriceText } from '../../prices/price-text.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { apiMessages } from '../../ui/code/api-messages.ts';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { InterfaceChoice, LanguageChoice, useLanguage } from '../../ui/code/snippet-choices.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { EmptyState, ErrorNote, Skeleton } from '../../ui/page-states.tsx';
import { formatCount, formatPercent, formatSeconds } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { ChangeModelForm } from './form/model-form.tsx';
import { ManagedActions } from './manage/managed-actions.tsx';
import { ModelFactsList } from './model-facts-list.tsx';
import { hasOnePrice, runLink, priceUnit } from './model-parts.ts';
import { ParameterTable, RuleTable, TierTable } from './model-tables.tsx';
import { RoutesSection } from './routes/routes-section.tsx';
import { modelMessages } from './messages.ts';

export function ModelPage() {
  const t = useMessages(modelMessages);
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { data: model, error, isLoading } = useQuery(detailsQuery(id));
  const [{ edit }, setAddress] = useAddress<{ readonly edit?: string }>();
  const isUnknown = error instanceof ApiError && error.code === 'model_unknown';
  if (model && edit !== undefined && isManaged(model))
    return <ChangeModelForm model={model} onClose={() => setAddress({ edit: undefined })} />;
  if (model)
    return <ModelContent model={model} onEdit={() => setAddress({ edit: 'model' }, { isStep: true })} />;
  return (
    <Page title={id}>
      {isLoading && <Skeleton className="h-100" />}
      {isUnknown ? (
        <EmptyState title={t.unknownModel}>
          <Link to="/models" className={buttonClasses()}>
            {t.toList}
          </Link>
        </EmptyState>
      ) : (
        <ErrorNote error={error} />
      )}
    </Page>
  );
}

interface ContentProps {
  readonly model: ModelDetails;
  readonly onEdit: () => void;
}

function ModelContent({ model, onEdit }: ContentProps) {
  const t = useMessages(modelMessages);
  const { data: user } = useQuery(sessionQuery);
  const { from, per } = usePriceText();
  const priceText = hasOnePrice(model) ? per : from;
  return (
    <Page
      title={model.name}
      intro={model.description}
      actions={
        <>
          {isManaged(model) && <ManagedActions model={model} onEdit={onEdit} />}
          {model.offered && <TryLink model={model} />}
        </>
      }
    >
      <p className="-mt-2 mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-mono text-xs text-muted">{model.id}</span>
        {model.kind === 'video' && <ModeIcons model={model} isNamed />}
      </p>
      <div className="card mb-6 grid overflow-hidden sm:grid-cols-[2fr_3fr]">
        <ExamplePicture model={model.id} kind={model.kind} className="h-48 sm:h-52" />
        <dl className="grid grid-cols-2 content-center gap-x-6 gap-y-5 p-5">
          <Figure name={t.price} value={priceText(priceUnit(model), model.from)} />
          <Figure name={t.median} value={formatSeconds(model.median_seconds)} />
          <Figure name={t.success} value={formatPercent(model.success_share)} />
          <Figure name={t.requests} value={formatCount(model.requests_last_week)} />
        </dl>
      </div>
      {isManaged(model) && <RoutesSection model={model} />}
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,460px)]">
        <div className="min-w-0">
          <Section title={t.prices}>
            <RuleTable model={model} />
            <p className="mt-2 text-xs text-muted">
              {t.priceNote} {t.version(model.price_version)}
            </p>
            <h3 className="mt-4 mb-2 font-medium">{t.perTier}</h3>
            <TierTable model={model} />
          </Section>
          <Section title={t.parameters}>
            <ParameterTable model={model} />
          </Section>
        </div>
        <div className="min-w-0">
          {user && <Newest model={model} user={user} />}
          <Section title={t.inShort}>
            <ModelFactsList model={model} />
          </Section>
          <Section title={t.code}>
            <Code model={model} />
          </Section>
        </div>
      </div>
    </Page>
  );
}

function TryLink({ model }: Pick<ContentProps, 'model'>) {
  const t = useMessages(modelMessages);
  const { to, search } = runLink(model);
  return (
    <Link to={to} search={search} className={buttonClasses('primary')}>
      <Play size={16} aria-hidden />
      {t.try}
    </Link>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="tabular mt-0.5 text-lg font-semibold">{value}</dd>
    </div>
  );
}

function Code({ model: { kind, requests } }: { readonly model: ModelDetails }) {
  const api = useMessages(apiMessages);
  const [address] = useAddress<{ format?: string }>();
  const interfaces = snippetInterfaces.filter(name => requests[name] !== undefined);
  const defaultInterface = interfaces[0] ?? 'midjourney';
  const snippetInterface = interfaces.find(name => name === address.format) ?? defaultInterface;
  const language = useLanguage(snippetInterface);
  const { label, highlight } = snippetLanguages[language];
  return (
    <div className="grid gap-3">
      {interfaces.length > 1 && (
        <InterfaceChoice {...{ interfaces, snippetInterface, usual: defaultInterface }} />
      )}
      <LanguageChoice snippetInterface={snippetInterface} />
      <CodeBlock label={label} code={requests[snippetInterface]?.[language] ?? ''} language={highlight} />
      <p className="text-sm text-muted">{api.tokenHint(keyVariables[kind])}</p>
    </div>
  );
}

const maxShown = 6;

/** The user's results of this model, if there are any. */
function Newest({ model, user }: { readonly model: ModelDetails; readonly user: User }) {
  const t = useMessages(modelMessages);
  const filter = { model: model.id, state: 'succeeded', account: user.account };
  const { data } = useInfiniteQuery(tasksQuery(filter));
  const pictures = (data?.pages.flat() ?? []).flatMap(({ id, prompt, cells, clips, sheet }) => {
    const url = cells[0]?.thumbnail ?? clips[0]?.thumbnail ?? sheet;
    return url ? [{ id, prompt, url }] : [];
  });
  if (pictures.length === 0) return null;
  return (
    <Section title={t.newest}>
      <ul className="grid grid-cols-3 gap-2">
        {pictures.slice(0, maxShown).map(({ id, prompt, url }) => (
          <li key={id}>
            <Link to={`/task/${id}`} className="block overflow-hidden rounded-md bg-stage">
              <img
                src={url}
                alt={prompt ?? id}
                loading="lazy"
                className="aspect-square w-full object-cover"
              />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
