import { isHeld } from '../../ui/key-presses.ts';

/** The action of a key on a picture. */
export type PictureAction =
  | 'upscale'
  | 'vary'
  | 'vary strongly'
  | 'reroll'
  | 'edit'
  | 'animate'
  | 'star'
  | 'download'
  | 'compare'
  | 'details'
  | 'delete'
  | 'open';

export type PictureKeyAction =
  | { readonly kind: 'pick'; readonly n: number }
  | { readonly kind: 'step'; readonly by: -1 | 1 }
  | { readonly kind: 'row'; readonly by: -1 | 1 }
  | { readonly kind: PictureAction };

const letters: Readonly<Record<string, PictureAction>> = {
  u: 'upscale',
  v: 'vary',
  r: 'reroll',
  e: 'edit',
  a: 'animate',
  s: 'star',
  d: 'download',
  c: 'compare',
  i: 'details',
};

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>;

/** `hasLetters`: single-key shortcuts are on (WCAG 2.1.4). */
export function findKeyAction(keyPress: KeyPress, hasLetters: boolean): PictureKeyAction | undefined {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = keyPress;
  if (isHeld(keyPress)) return undefined;
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'ArrowLeft' || key === 'ArrowRight') return { kind: 'step', by: key === 'ArrowLeft' ? -1 : 1 };
  if (key === 'ArrowUp' || key === 'ArrowDown') return { kind: 'row', by: key === 'ArrowUp' ? -1 : 1 };
  if (key === 'Enter' || key === ' ') return { kind: 'open' };
  if (key === 'Delete') return { kind: 'delete' };
  if (!hasLetters) return undefined;
  if (/^[1-4]$/.test(key)) return { kind: 'pick', n: Number(key) };
  if (shiftKey) return key.toLowerCase() === 'v' ? { kind: 'vary strongly' } : undefined;
  const kind = letters[key.toLowerCase()];
  return kind && { kind };
}
