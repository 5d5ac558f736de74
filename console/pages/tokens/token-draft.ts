/** A token as it is being written in a form: all texts, as in the address, and what that asks the server for. */
import type { InputOf } from '../../../src/procedures/contract.ts';
import type { Token } from '../../data/tokens/tokens.ts';

/** The limits that the form folds away, besides the expiry. */
export const furtherLimits = ['models', 'addresses', 'max_open', 'max_per_minute', 'tier'] as const;
export const limitNames = ['cap_total', 'cap_day', 'cap_month', 'expires', ...furtherLimits] as const;
export type LimitName = (typeof limitNames)[number];

/** `both`: for pictures and for clips, a token of each; `scope` empty: as usual, the user's own tasks. */
export type Draft = Readonly<Record<'group' | 'both' | 'name' | 'scope' | LimitName, string>>;

const draftNames = ['group', 'both', 'name', 'scope', ...limitNames] as const;

/** Days until a token expires when nobody says so. */
export const defaultExpiry = '90d';

/** What a new token may spend in all when nobody says so: a key that leaks costs no more. */
export const defaultCap = '10';

/** What the address says; the rest as usual. */
export function draftFrom(address: Readonly<Record<string, string | undefined>>): Draft {
  const given = Object.fromEntries(draftNames.map(name => [name, address[name] ?? '']));
  const hasCap = Boolean(address['cap_total'] ?? address['cap_day'] ?? address['cap_month']);
  return {
    ...(given as Draft),
    ...(!hasCap && { cap_total: defaultCap }),
    expires: address['expires'] ?? defaultExpiry,
  };
}

/** Nothing of the form stays in the address. */
export const noDraft = Object.fromEntries(['make', ...draftNames].map(name => [name, undefined]));

/** The limits of a token as the form shows them. An empty `expires` leaves it as it is. */
export function draftOf(token: Token): Draft {
  const limits = Object.fromEntries(limitNames.map(name => [name, textOf(token[name])]));
  return {
    ...(limits as Record<LimitName, string>),
    group: token.group,
    both: '',
    scope: token.scope === 'account' ? 'account' : '',
    name: token.name,
    expires: '',
    addresses: token.addresses?.join(', ') ?? '',
  };
}

function textOf(value: Token[LimitName]): string {
  return Array.isArray(value) ? value.join(',') : String(value ?? '');
}

/** For `token create`: what is empty is not said. */
export function toCreate(draft: Draft): InputOf<'token create'> {
  const { both, ...fields } = draft;
  const named = both ? { ...fields, group: 'image,video', models: '' } : fields;
  const trimmed = Object.entries(named).map(([name, value]) => [name, value.trim()] as const);
  return { group: named.group, ...Object.fromEntries(trimmed.filter(([, value]) => value !== '')) };
}

/** For `token change`: only what was changed; what was emptied is taken away. */
export function toChange(token: Token, draft: Draft): Record<string, string> {
  const before = draftOf(token);
  const changed = draftNames
    .filter(name => name !== 'group' && draft[name].trim() !== before[name])
    .map(name => [name, draft[name].trim() || (name === 'scope' ? 'own' : 'none')] as const);
  return Object.fromEntries(changed);
}

/** One more, or one less, of the models in a list with commas. */
export function withModel(models: string, model: string): string {
  const chosen = models ? models.split(',') : [];
  const next = chosen.includes(model) ? chosen.filter(one => one !== model) : [...chosen, model];
  return next.join(',');
}
