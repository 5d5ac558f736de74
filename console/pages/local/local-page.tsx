/** Models that this server can install: those that fit, and the progress of installations. */
import { useQuery } from '@tanstack/react-query';
import { Cpu } from '../../icons/icons.ts';
import {
  localMachineQuery,
  localModelsQuery,
  type LocalMachine,
  type LocalModel,
} from '../../data/operators/local-queries.ts';
import { formatBytes } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ErrorNote, SkeletonRows } from '../../ui/page-states.tsx';
import { FoundFiles } from './found-files.tsx';
import { LocalCard } from './local-card.tsx';
import { localMessages } from './messages.ts';

export function LocalPage() {
  const t = useMessages(localMessages);
  const models = useQuery(localModelsQuery);
  const machine = useQuery(localMachineQuery);
  return (
    <Page title={t.title} intro={t.intro}>
      <ErrorNote className="mb-4" error={models.error ?? machine.error} onRetry={() => models.refetch()} />
      {machine.data && <MachineLine machine={machine.data} />}
      {!models.data && !models.error && <SkeletonRows count={6} />}
      {models.data &&
        (['image', 'video'] as const).map(kind => (
          <Section key={kind} title={t.kinds[kind]} className="mb-8">
            <ul className="grid gap-4 lg:grid-cols-2">
              {sortForInstall(models.data.filter(model => model.kind === kind)).map(model => (
                <li key={model.name}>
                  <LocalCard model={model} isOpen={machine.data?.open !== false} />
                </li>
              ))}
            </ul>
          </Section>
        ))}
      <FoundFiles isOpen={machine.data?.open !== false} />
      <CodeBlock label={t.ownFile} code="npx kinora local add ./checkpoint.safetensors" />
    </Page>
  );
}

/** Installed models come first, then the recommended one, then those that fit best. */
function sortForInstall(models: readonly LocalModel[]): readonly LocalModel[] {
  const places = { well: 2, slowly: 3, no: 4 } as const;
  const sortPlace = ({ state, recommended, fits }: LocalModel) =>
    state === 'available' ? (recommended ? 1 : places[fits]) : 0;
  return models.toSorted((one, other) => sortPlace(one) - sortPlace(other));
}

function MachineLine({ machine }: { readonly machine: LocalMachine }) {
  const t = useMessages(localMessages);
  const { memory_bytes: memory, cores, cards, free_bytes: freeBytes, folder, present, open } = machine;
  const cardTexts = cards.map(card =>
    card.memory_bytes === null ? card.name : `${card.name} (${formatBytes(card.memory_bytes)})`,
  );
  return (
    <div className="card mb-6 grid gap-2 p-4 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Cpu size={16} aria-hidden className="text-muted" />
        <span className="font-semibold">{t.machine}</span>
        <span>
          {[
            t.memory(formatBytes(memory)),
            t.cores(cores),
            ...(cards.length > 0 ? cardTexts : [t.noCard]),
          ].join(' · ')}
        </span>
        {freeBytes !== null && (
          <span className="text-muted wrap-anywhere">
            {t.free(formatBytes(freeBytes))} <code>{folder}</code>
          </span>
        )}
      </p>
      {!open && <p className="text-warn">{t.closed}</p>}
      {open && !present && <p className="text-warn">{t.noWorker}</p>}
    </div>
  );
}
