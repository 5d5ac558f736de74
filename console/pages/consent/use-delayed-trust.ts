/**
 * Protects a press that grants something from one that was meant for another page: a page that asks for a
 * double click and opens or uncovers this one between the two. Browsers do the same in their own dialogs.
 */
import { useEffect, useState } from 'react';

const delayMs = 1000;

/** False until the page has been in front for a second, and again whenever it comes to the front. */
export function useDelayedTrust(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const begin = () => {
      clearTimeout(timer);
      setReady(false);
      timer = setTimeout(() => setReady(true), delayMs);
    };
    begin();
    globalThis.addEventListener('focus', begin);
    document.addEventListener('visibilitychange', begin);
    return () => {
      clearTimeout(timer);
      globalThis.removeEventListener('focus', begin);
      document.removeEventListener('visibilitychange', begin);
    };
  }, []);
  return isReady;
}
