/**
 * The prompt as typed. The URL includes it, so that a link reproduces it, and it
 * is stored for the next visit.
 */
import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../../../data/address.ts';
import { openUserValue } from '../../../state/stored-value.ts';

const storedDraft = openUserValue('image draft', '');
const writeMs = 400;
/** Some programs truncate longer URLs. */
const maxLengthInAddress = 2000;

export function useDraftText(): readonly [string, (text: string) => void] {
  const [{ prompt }, change] = useAddress<{ readonly prompt?: string }>();
  const [text, setText] = useState(prompt ?? storedDraft.get());
  const writtenPrompts = useRef(new Set<string>());
  // A prompt put into the URL from outside (a link, "use this prompt") replaces the text.
  useEffect(() => {
    if (prompt === undefined || writtenPrompts.current.delete(prompt)) return;
    storedDraft.set(prompt);
    setText(prompt);
  }, [prompt]);
  useEffect(() => {
    const timer = setTimeout(() => {
      const addressPrompt = text.trim() === '' || text.length > maxLengthInAddress ? undefined : text;
      if (addressPrompt === prompt) return;
      writtenPrompts.current.clear();
      if (addressPrompt !== undefined) writtenPrompts.current.add(addressPrompt);
      change({ prompt: addressPrompt });
    }, writeMs);
    return () => clearTimeout(timer);
  }, [text, prompt, change]);
  const write = (nextText: string) => {
    storedDraft.set(nextText);
    setText(nextText);
  };
  return [text, write];
}
