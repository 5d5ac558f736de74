/**
 * The palette, loaded a moment after the page. Once it is there it opens with the key that asks for it, so that what is
 * typed right after does not act on a picture below; until then keys are held back.
 */
import { useEffect, useState, type ComponentProps } from 'react';
import type { Palette } from './palette.tsx';

let loaded: typeof Palette | undefined;

/** Safe to repeat. */
export async function loadPalette(): Promise<void> {
  loaded = (await import('./palette.tsx')).Palette;
}

export function LazyPalette(given: ComponentProps<typeof Palette>) {
  const [Loaded, setLoaded] = useState(() => loaded);
  useEffect(() => {
    if (Loaded) return;
    void loadPalette().then(() => setLoaded(() => loaded));
    const hold = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('keydown', hold, { capture: true });
    return () => removeEventListener('keydown', hold, { capture: true });
  }, [Loaded]);
  return Loaded && <Loaded {...given} />;
}
