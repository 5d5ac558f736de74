/** How action words make a figure move. */

const going = /run|walk|gallop|march|rid|chas|rac|travel|hik|skat|ski|cycl|trot/;
const inPlace = /danc|play|jump|sing|hop|cheer|clap/;
const fastActions = /run|gallop|rac|chas|cycl|skat|ski/;

/** It travels. */
export function isTraveling(action: string | undefined): boolean {
  return action !== undefined && going.test(action);
}

/** It travels without steps. */
export function isGliding(action: string | undefined): boolean {
  return action === 'flying' || action === 'swimming';
}

/** It moves on the spot. */
export function isLively(action: string | undefined): boolean {
  return action !== undefined && inPlace.test(action);
}

export function isFast(action: string | undefined): boolean {
  return action !== undefined && fastActions.test(action);
}
