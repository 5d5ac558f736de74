/** The draft of a token in a form: strings, as in the URL, and the input of the procedure made from it. */
import type { InputOf } from '../../../src/api/procedures/table/contract.ts';
import type { Token } from '../../data/tokens/tokens.ts';

/** The collapsed limits of the form, except the expiry. */
export const furtherLimits = [
  'models',
  'addresses',
  'max_open',
  'max_per_minute',
  'cap_end_user',
  'ask_above',
  'tier',
] as const;
export const limitNames = ['cap_total', 'cap_day', 'cap_month', 'expires', ...furtherLimits] as const;
export type LimitName = (typeof limitNames)[number];

/**
 * `also`: a group of the other kind for the same key. `both`: one token for images and one for video. `scope`
 * empty: the default, the user's own tasks.
 */
const draftNames = ['group', 'also', 'both', 'name', 'scope', ...limitNames] as const;
export type Draft = Readonly<Record<(typeof draftNames)[number], string>>;

/** The default expiry in days. */
export const defaultExpiry = '90d';

/** The default total cap of a new token, which limits the damage of a leaked key. */
export const defaultCap = '10';

/** The draft in the URL, completed with defaults. */
export function draftFrom(address: Readonly<Record<string, string | undefined>>): Draft {
  const addressValues = Object.fromEntries(draftNames.map(name => [name, address[name] ?? '']));
  const hasCap = Boolean(address['cap_total'] ?? address['cap_day'] ?? address['cap_month']);
  return {
    ...(addressValues as Draft),
    ...(!hasCap && { cap_total: defaultCap }),
    expires: address['expires'] ?? defaultExpiry,
  };
}

/** Removes all fields of the form from the URL. */
export const noDraft = Object.fromEntries(['make', ...draftNames].map(name => [name, undefined]));

/** The limits of a token as form values. An empty `expires` leaves the expiry unchanged. */
export function toDraft(token: Token): Draft {
  const limitTexts = Object.fromEntries(limitNames.map(name => [name, limitText(token[name])]));
  return {
    ...(limitTexts as Record<LimitName, string>),
    group: token.group,
    also: token.also ?? '',
    both: '',
    scope: token.scope === 'account' ? 'account' : '',
    name: token.name,
    expires: '',
    addresses: token.addresses?.join(', ') ?? '',
  };
}

function limitText(value: Token[LimitName]): string {
  return Array.isArray(value) ? value.join(',') : String(value ?? '');
}

/** The input of `token create`; empty fields are omitted. */
export function toCreateInput(draft: Draft): InputOf<'token create'> {
  const { both, ...fields } = draft;
  const createFields = both ? { ...fields, group: 'image,video', also: '', models: '' } : fields;
  const trimmed = Object.entries(createFields).map(([name, value]) => [name, value.trim()] as const);
  return { group: createFields.group, ...Object.fromEntries(trimmed.filter(([, value]) => value !== '')) };
}

const ifEmptied: Partial<Record<keyof Draft, string>> = { scope: 'own', name: '' };

/**
 * The input of `token change`: only changed fields. An emptied field removes its limit; an empty name is
 * left for the server to reject.
 */
export function toChangeInput(token: Token, draft: Draft): Record<string, string> {
  const before = toDraft(token);
  const changedEntries = draftNames
    .filter(name => name !== 'group' && draft[name].trim() !== before[name])
    .map(name => [name, draft[name].trim() || (ifEmptied[name] ?? 'none')] as const);
  return Object.fromEntries(changedEntries);
}

/** Adds a model to a list with commas, or removes it. */
export function withModel(models: string, model: string): string {
  const modelIds = models ? models.split(',') : [];
  const nextModelIds = modelIds.includes(model)
    ? modelIds.filter(one => one !== model)
    : [...modelIds, model];
  return nextModelIds.join(',');
}
