/**
 * The command palette, loaded shortly after the page. If it is requested before it is loaded, key presses are
 * held back until it opens, so that they do not trigger shortcuts of the page below.
 */
import { useEffect, useState, type ComponentProps } from 'react';
import type { Palette } from './palette.tsx';

let loaded: typeof Palette | undefined;

/** Idempotent. */
export async function loadPalette(): Promise<void> {
  loaded = (await import('./palette.tsx')).Palette;
}

export function LazyPalette(props: ComponentProps<typeof Palette>) {
  const [Loaded, setLoaded] = useState(() => loaded);
  useEffect(() => {
    if (Loaded) return;
    void loadPalette().then(() => setLoaded(() => loaded));
    const blockKey = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('keydown', blockKey, { capture: true });
    return () => removeEventListener('keydown', blockKey, { capture: true });
  }, [Loaded]);
  return Loaded && <Loaded {...props} />;
}
