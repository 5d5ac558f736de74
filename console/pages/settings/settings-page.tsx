/** All settings of the server, with their source and allowed values. */
import { useQuery } from '@tanstack/react-query';
import { useAddress } from '../../data/address.ts';
import { settingsQuery, type Setting } from '../../data/operators/operator-queries.ts';
import { classes } from '../../ui/class-names.ts';
import { SwitchChip } from '../../ui/filters/facet-chip.tsx';
import { Page } from '../../ui/page.tsx';
import { CopyButton } from '../../ui/formatted-values.tsx';
import { ErrorNote, NoResults, SkeletonRows } from '../../ui/page-states.tsx';
import { unknown } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { EditSite } from './site-form.tsx';
import { settingMessages } from './messages.ts';

interface Search {
  readonly [name: string]: string | undefined;
  readonly q?: string;
  readonly set?: string;
}

export function SettingsPage() {
  const t = useMessages(settingMessages);
  const { data, error, refetch } = useQuery(settingsQuery);
  const [{ q = '', set }, setAddress] = useAddress<Search>();
  const searchText = q.trim().toLowerCase();
  const isShown = ({ name, description, source }: Setting) =>
    `${name} ${description}`.toLowerCase().includes(searchText) &&
    (set === undefined || source === 'environment');
  const shownSettings = data?.filter(isShown) ?? [];
  return (
    <Page title={t.title} intro={t.intro} actions={<EditSite />}>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <input
          type="search"
          aria-label={t.search}
          placeholder={t.search}
          className="field sm:w-72!"
          value={q}
          onChange={event => setAddress({ q: event.target.value || undefined })}
        />
        <SwitchChip
          label={t.onlySet}
          count={data?.filter(({ source }) => source === 'environment').length}
          isOn={set !== undefined}
          onChange={isOn => setAddress({ set: isOn ? 'true' : undefined })}
        />
      </div>
      <ErrorNote error={error} onRetry={() => refetch()} />
      {!data && !error && <SkeletonRows count={10} />}
      {data && shownSettings.length === 0 && (
        <NoResults onClear={() => setAddress({ q: undefined, set: undefined })} />
      )}
      {shownSettings.length > 0 && (
        <ul className="card divide-y divide-line">
          {shownSettings.map(setting => (
            <OneSetting key={setting.name} setting={setting} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function OneSetting({ setting }: { readonly setting: Setting }) {
  const t = useMessages(settingMessages);
  const { name, value, source, allowed: allowedValues, description } = setting;
  const isSet = source === 'environment';
  return (
    <li className="grid gap-x-6 gap-y-1 px-4 py-3 md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
      <div className="min-w-0">
        <h2 className="flex items-center gap-1">
          <code className="min-w-0 font-mono text-sm font-semibold wrap-anywhere">{name}</code>
          <CopyButton text={name} />
        </h2>
        <p className="text-sm text-muted">
          <CodeText text={description} />
        </p>
      </div>
      <dl className="min-w-0 text-sm">
        <div className="flex flex-wrap items-center gap-2">
          <dt className="sr-only">{t.value}</dt>
          <dd className={classes('min-w-0 font-mono wrap-anywhere', !isSet && 'text-muted')}>
            {value ?? <span className="font-sans">{unknown}</span>}
          </dd>
          <dt className="sr-only">{t.source}</dt>
          <dd
            className={classes(
              'rounded-full border px-2 text-xs',
              isSet ? 'border-accent bg-accent-soft' : 'border-line text-muted',
            )}
          >
            {t.sources[source]}
          </dd>
        </div>
        <div className="mt-1 text-xs text-muted">
          <dt className="inline">{t.allowed}: </dt>
          <dd className="inline">{allowedValues}</dd>
          {isSet && <dd>{t.defaultIs(setting.default ?? t.nothing)}</dd>}
        </div>
      </dl>
    </li>
  );
}

/** Renders backquoted text as code. */
function CodeText({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className="font-mono text-xs text-text">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
