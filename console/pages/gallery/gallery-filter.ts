/** The gallery's filter, from its URL. */
import type { TaskFilter } from '../../data/tasks/tasks.ts';

export type GalleryAddress = Readonly<
  Record<
    'q' | 'kind' | 'model' | 'tier' | 'action' | 'starred' | 'collection' | 'from' | 'to' | 'view',
    string | undefined
  >
>;

/** Actions with visible results. Describe and shorten return text. */
export const seenActions = [
  'IMAGINE',
  'UPSCALE',
  'VARIATION',
  'ZOOM',
  'PAN',
  'BLEND',
  'EDIT',
  'RETEXTURE',
  'VIDEO',
] as const;

export function toFilter(address: Partial<GalleryAddress>, account: string): TaskFilter {
  const { q, kind, model, tier, action, starred, collection, from, to } = address;
  return {
    state: 'succeeded',
    account,
    ...(action && { action }),
    ...(q && { q }),
    ...((kind === 'image' || kind === 'video') && { kind }),
    ...(model && { model }),
    ...(tier && { tier }),
    ...(starred === 'true' && { starred: true }),
    ...(collection && { collection }),
    ...(from && { from: dayStart(from) }),
    ...(to && { to: dayStart(to, 1) }),
  };
}

/** Parses a local date. Returns undefined if it is invalid. */
function dayStart(day: string, daysOn = 0): string | undefined {
  const date = new Date(`${day}T00:00`);
  if (Number.isNaN(date.getTime())) return undefined;
  date.setDate(date.getDate() + daysOn);
  return date.toISOString();
}

export function isFiltered(address: Partial<GalleryAddress>): boolean {
  const { q, kind, model, tier, action, starred, collection, from, to } = address;
  return [q, kind, model, tier, action, starred, collection, from, to].some(Boolean);
}

export const noFilter = {
  q: undefined,
  kind: undefined,
  model: undefined,
  tier: undefined,
  action: undefined,
  starred: undefined,
  collection: undefined,
  from: undefined,
  to: undefined,
} as const;
