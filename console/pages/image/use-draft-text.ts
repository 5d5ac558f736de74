/** The prompt as it is typed. It stands in the address, so that a link carries it, and waits here for whoever comes back. */
import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../../data/address.ts';
import { openUserValue } from '../../state/stored-value.ts';

const storedDraft = openUserValue('image draft', '');
const writeMs = 400;
/** Longer ones make addresses that some programs cut off. */
const longestInAddress = 2000;

export function useDraftText(): readonly [string, (text: string) => void] {
  const [{ prompt }, change] = useAddress<{ readonly prompt?: string }>();
  const [text, setText] = useState(prompt ?? storedDraft.get());
  const written = useRef(new Set<string>());
  // A prompt that somebody else put into the address (a link, "use this prompt") comes into the bar.
  useEffect(() => {
    if (prompt === undefined || written.current.delete(prompt)) return;
    storedDraft.set(prompt);
    setText(prompt);
  }, [prompt]);
  useEffect(() => {
    const timer = setTimeout(() => {
      const shown = text.trim() === '' || text.length > longestInAddress ? undefined : text;
      if (shown === prompt) return;
      written.current.clear();
      if (shown !== undefined) written.current.add(shown);
      change({ prompt: shown });
    }, writeMs);
    return () => clearTimeout(timer);
  }, [text, prompt, change]);
  const write = (typed: string) => {
    storedDraft.set(typed);
    setText(typed);
  };
  return [text, write];
}
