/** The video page: the form on the left, results on the right; its state is in the URL. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { Clapperboard } from '../../icons/icons.ts';
import { useAddress } from '../../data/address.ts';
import { ApiError } from '../../data/api.ts';
import { factsQuery, modelsQuery, type Model } from '../../data/models/models.ts';
import { useUser } from '../../data/session.ts';
import { useToken, type Token, type TokenChoice } from '../../data/tokens/tokens.ts';
import type { Texts } from '../../forms/field-values.ts';
import { missingFields } from '../../forms/reference.ts';
import { useParameterNames } from '../../forms/messages.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { EmptyState, ErrorNote, Skeleton } from '../../ui/page-states.tsx';
import { useMessages } from '../../i18n/catalogue.ts';
import { ApiTab } from '../../ui/code/api-tab.tsx';
import { apiMessages } from '../../ui/code/api-messages.ts';
import { Results } from './results.tsx';
import { chooseTier, toChatExample, toExample, toVideoRequest, type VideoRequest } from './request.ts';
import { RunBar } from './run-bar.tsx';
import { useCreateVideo } from './use-create-video.ts';
import { useQuote } from './use-quote.ts';
import { useVideoForm } from './use-video-form.ts';
import { VideoFields } from './video-fields.tsx';
import { videoMessages } from './messages.ts';

export function VideoPage() {
  const t = useMessages(videoMessages);
  const choice = useToken('video', useUser().account);
  const { data: models, error } = useQuery(modelsQuery(choice.token));
  return (
    <Page title={t.title}>
      {!choice.isLoading && !choice.token && <NoToken />}
      <ErrorNote error={error} />
      {(choice.isLoading || (choice.token && !models && !error)) && <Loading />}
      {choice.token && models && models.length > 0 && (
        <Playground choice={choice} token={choice.token} models={models} />
      )}
    </Page>
  );
}

function NoToken() {
  const t = useMessages(videoMessages);
  return (
    <EmptyState icon={Clapperboard} title={t.noTokenTitle}>
      <p>{t.noToken}</p>
      <Link to="/tokens" className={buttonClasses('primary')}>
        {t.makeToken}
      </Link>
    </EmptyState>
  );
}

function Loading() {
  return (
    <div className="grid gap-6 lg:grid-cols-[400px_1fr]">
      <Skeleton className="h-150" />
      <Skeleton className="h-100" />
    </div>
  );
}

interface PlaygroundProps {
  readonly choice: TokenChoice;
  readonly token: Token;
  readonly models: readonly Model[];
}

function Playground({ choice, token, models }: PlaygroundProps) {
  const t = useMessages(videoMessages);
  const { data: facts = [] } = useQuery(factsQuery);
  const form = useVideoForm();
  const chosenModel = models.find(({ id }) => id === form.draft.model);
  const model = chosenModel ?? defaultModel(models);
  const tier = chooseTier(model, form.draft.tier, token.tier);
  const request = toVideoRequest(model, form.draft, { tier, references: form.references });
  const quoted = useQuote(token, request);
  const [address, setAddress] = useAddress<{ task?: string; tab?: string }>();
  const result = useRef<HTMLElement>(null);
  const making = useCreateVideo(token, request, id => {
    setAddress({ task: id, tab: undefined });
    // In the stacked layout, the result would be out of sight.
    if (matchMedia('(width < 64rem)').matches) result.current?.scrollIntoView({ block: 'start' });
  });
  const { errors, rest } = useErrors(request, making.error ?? quoted.error);
  const missing = useMissingInput(request);
  const tab = address.tab === 'api' ? 'api' : 'result';
  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[400px_minmax(0,1fr)]">
      {/* Side by side a column of its own, along which the bar sticks; stacked, the bar comes last. */}
      <div className="max-lg:contents">
        <section aria-label={t.form} className="min-w-0 lg:mb-4">
          {form.draft.model !== undefined && !chosenModel && (
            <p role="status" className="mb-3 text-sm text-warn">
              {t.modelUnknown(form.draft.model)}
            </p>
          )}
          <VideoFields {...{ form, request, models, facts, choice, token, errors }} />
        </section>
        <div className="contents max-lg:[&>*]:order-3">
          <RunBar
            quoted={quoted}
            tier={tier}
            missing={missing}
            isSending={making.isPending}
            error={rest}
            onMake={making.make}
          />
        </div>
      </div>
      <section
        ref={result}
        aria-label={t.result}
        className="min-w-0 scroll-mt-16 lg:border-l lg:border-line lg:pl-8"
      >
        <SegmentedControl
          label={t.view}
          isQuiet
          className="mb-4 max-w-60"
          value={tab}
          segments={[
            { value: 'result', label: t.result },
            { value: 'api', label: t.api },
          ]}
          onChange={nextTab => setAddress({ tab: nextTab === 'api' ? 'api' : undefined }, { isStep: true })}
        />
        {tab === 'api' ? (
          <VideoApi request={request} />
        ) : (
          <Results {...{ form, models, facts, token }} shownId={address.task} />
        )}
      </section>
    </div>
  );
}

function VideoApi({ request }: { readonly request: VideoRequest }) {
  const t = useMessages(apiMessages);
  const chat = toChatExample(request);
  const hasFiles = Object.values(request.references).some(list => list.some(({ kind }) => kind === 'file'));
  return (
    <ApiTab
      requests={{ videos: { body: toExample(request) }, ...(chat && { chat }) }}
      usual="videos"
      kind="video"
      note={hasFiles && t.fileHint}
    />
  );
}

/** The default model: one that requires no picture, preferably with a price per second. */
function defaultModel(models: readonly Model[]): Model {
  const promptOnlyModels = models.filter(({ references }) => missingFields(references, {}).length === 0);
  return (promptOnlyModels.find(({ price }) => price.unit === 'second') ??
    promptOnlyModels[0] ??
    models[0]) as Model;
}

/** Shows an error at its field, such as `reference_images.0`, or else at the button. */
function useErrors(
  { model }: VideoRequest,
  error: Error | undefined,
): { errors: Texts; rest: Error | undefined } {
  const field = error instanceof ApiError ? (error.param?.split('.')[0] ?? '') : '';
  const isShown = field === 'prompt' || field in model.parameters.properties || field in model.references;
  if (!error || !isShown) return { errors: {}, rest: error };
  return { errors: { [field]: error.message }, rest: undefined };
}

function useMissingInput({ prompt, model, references }: VideoRequest): string | undefined {
  const t = useMessages(videoMessages);
  const { parameterName } = useParameterNames();
  if (prompt === '') return t.needsPrompt;
  const missing = missingFields(model.references, references).map(parameterName);
  return missing.length > 0 ? t.needs(missing.join(', '), model.name) : undefined;
}
