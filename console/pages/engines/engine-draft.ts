/** The fields of an engine, and the requests made from them. An empty text means the default, or none. */
import type { InputOf } from '../../../src/api/procedures/table/contract.ts';
import type { Instance } from '../../data/operators/engine-queries.ts';

export interface EngineDraft {
  readonly engine: string;
  readonly url: string;
  /** The entered secret. Null removes the stored secret, and an empty text keeps it. */
  readonly secret: string | null;
  readonly slots: string;
  readonly hours: string;
  readonly starts_per_minute: string;
  readonly day_budget: string;
  readonly month_budget: string;
}

export const noDraft: EngineDraft = {
  engine: '',
  url: '',
  secret: '',
  slots: '',
  hours: '',
  starts_per_minute: '',
  day_budget: '',
  month_budget: '',
};

/** The fields that are collapsed in the form. */
export const limitFields = ['starts_per_minute', 'day_budget', 'month_budget'] as const;

export function toDraft(instance: Instance): EngineDraft {
  return {
    engine: instance.name,
    url: instance.url ?? '',
    secret: '',
    slots: instance.slots === null ? '' : String(instance.slots),
    hours: hoursText(instance.hours),
    starts_per_minute: instance.starts_per_minute === null ? '' : String(instance.starts_per_minute),
    day_budget: instance.day_budget ?? '',
    month_budget: instance.month_budget ?? '',
  };
}

/** `22:00-06:00 Europe/Berlin` */
export function hoursText(hours: Instance['hours']): string {
  return hours ? `${hours.from}-${hours.to} ${hours.time_zone}` : '';
}

type Settings = Readonly<Record<string, unknown>>;

export function toAddInput(draft: EngineDraft, kind: string, settings: Settings): InputOf<'engine add'> {
  const entries = Object.entries(draft).filter(([, text]) => text !== '' && text !== null);
  return {
    ...(Object.fromEntries(entries) as Partial<InputOf<'engine add'>>),
    engine: draft.engine,
    kind,
    settings,
  };
}

/** Returns only the fields that differ, because another operator may have changed the others. */
export function toChangeInput(
  draft: EngineDraft,
  before: EngineDraft,
  settings: Settings,
): InputOf<'engine change'> {
  const names = Object.keys(draft) as (keyof EngineDraft)[];
  const changedNames = names.filter(name => name !== 'engine' && draft[name] !== before[name]);
  const values = changedNames.map(name => [name, draft[name] === '' ? null : draft[name]] as const);
  const hasSettings = Object.keys(settings).length > 0;
  return { engine: draft.engine, ...Object.fromEntries(values), ...(hasSettings && { settings }) };
}

/** A secret is bound to the server that it was entered for. */
export function isOtherServer(url: string, before: string): boolean {
  return parseOrigin(url) !== parseOrigin(before);
}

function parseOrigin(url: string): string | undefined {
  return URL.parse(url.trim())?.origin;
}
