/** Compares prices: for one duration, the price of each video model and its calculation. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Copy } from '../../icons/icons.ts';
import { useDraft } from '../../data/use-draft.ts';
import { factsQuery, toModel, modelsQuery, type Model, type ModelFacts } from '../../data/models/models.ts';
import { useUser } from '../../data/session.ts';
import type { Tier } from '@kinora/shared/models/model-card';
import { type Token, useToken } from '../../data/tokens/tokens.ts';
import { SwitchField } from '../../ui/fields/field.tsx';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { copyText } from '../../ui/formatted-values.tsx';
import { Slider } from '../../ui/fields/slider.tsx';
import { EmptyState, ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { CompareTable } from './compare-table.tsx';
import { compare, drawCurves, listDurations, type CompareOptions } from './compare.ts';
import { writeCsv } from './csv.ts';
import { TotalChart } from './total-chart.tsx';
import { compareMessages } from './messages.ts';

const max = 60;

export function ComparePage() {
  const t = useMessages(compareMessages);
  const { data, error, isLoading } = useQuery(factsQuery);
  const { token } = useToken('video', useUser().account);
  const facts = (data ?? []).filter(({ kind }) => kind === 'video');
  return (
    <Page title={t.title} intro={token ? t.introWithToken(token.name) : t.intro}>
      <ErrorNote error={error} />
      {isLoading && <SkeletonRows />}
      {data && facts.length === 0 && <EmptyState title={t.nothing} />}
      {facts.length > 0 && <Comparison facts={facts} token={token} />}
    </Page>
  );
}

function Comparison({
  facts,
  token,
}: {
  readonly facts: readonly ModelFacts[];
  readonly token: Token | undefined;
}) {
  // Models that the token cannot use are compared at their general prices.
  const { data: tokenModels } = useQuery(modelsQuery(token));
  const models = facts.map(one => tokenModels?.find(({ id }) => id === one.id) ?? toModel(one));
  const { options, change } = useCompareOptions(models);
  const lines = compare(models, options);
  const longest = Math.max(10, ...models.flatMap(listDurations));
  const chartEnd = Math.min(max, Math.max(options.seconds, longest));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Requirements {...{ models, options, change }} />
      <div>
        <CompareTable {...{ lines, facts, options }} />
        <CopyCsv text={() => writeCsv(lines, facts, options)} />
      </div>
      <TotalChart curves={drawCurves(models, options, chartEnd)} seconds={options.seconds} max={chartEnd} />
    </div>
  );
}

type Fields = Readonly<
  Partial<Record<'seconds' | 'resolution' | 'audio' | 'image' | 'tier', string | undefined>>
>;

function useCompareOptions(models: readonly Model[]) {
  const { draft, change } = useDraft([]);
  const address: Fields = draft;
  const seconds = Math.round(Number(address.seconds ?? 5)) || 5;
  const resolutions = listResolutions(models);
  const options: CompareOptions = {
    seconds: Math.min(max, Math.max(1, seconds)),
    resolution: resolutions.includes(address.resolution ?? '') ? address.resolution : undefined,
    audio: address.audio === 'true',
    image: address.image === 'true',
    tier: (['relax', 'fast', 'turbo'] as const).find(tier => tier === address.tier) ?? 'fast',
  };
  return { options, change };
}

function listResolutions(models: readonly Model[]): string[] {
  const resolutions = models.flatMap(({ parameters }) => parameters.properties['resolution']?.enum ?? []);
  return [...new Set(resolutions.map(String))].toSorted(
    (a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10),
  );
}

interface RequirementsProps {
  readonly models: readonly Model[];
  readonly options: CompareOptions;
  readonly change: (fields: Fields) => void;
}

function Requirements({ models, options, change }: RequirementsProps) {
  const t = useMessages(compareMessages);
  const ui = useMessages(uiMessages);
  const resolutions = listResolutions(models).map(value => ({ value, label: value }));
  const tiers = (['relax', 'fast', 'turbo'] as const).map(value => ({ value, label: ui.tier[value] }));
  return (
    <div className="card grid gap-x-8 gap-y-4 p-4 lg:grid-cols-2">
      <Slider
        label={t.duration}
        value={options.seconds}
        min={1}
        max={max}
        onChange={seconds => change({ seconds: String(seconds) })}
      />
      <SegmentedControl
        label={t.resolution}
        value={options.resolution ?? ''}
        segments={[{ value: '', label: t.default }, ...resolutions]}
        onChange={resolution => change({ resolution: resolution || undefined })}
      />
      <SegmentedControl<Tier>
        label={t.tier}
        value={options.tier}
        segments={tiers}
        onChange={tier => change({ tier: tier === 'fast' ? undefined : tier })}
      />
      <div className="flex flex-wrap items-end gap-x-8 gap-y-2">
        <SwitchField
          label={t.audio}
          checked={options.audio}
          onChange={audio => change({ audio: audio ? 'true' : undefined })}
        />
        <SwitchField
          label={t.image}
          checked={options.image}
          onChange={image => change({ image: image ? 'true' : undefined })}
        />
      </div>
    </div>
  );
}

function CopyCsv({ text }: { readonly text: () => string }) {
  const t = useMessages(compareMessages);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text());
    setCopied(true);
  };
  return (
    <div className="mt-2 flex justify-end" onBlur={() => setCopied(false)}>
      <Button size="s" icon={Copy} onClick={copy}>
        {isCopied ? t.copied : t.copyCsv}
      </Button>
    </div>
  );
}
