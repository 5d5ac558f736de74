/**
 * Lists the words of the prompt that the engine does not understand, and those that it understands but does
 * not draw, before the user pays for the picture.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callProcedure } from '../../data/api.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import { imageMessages } from './messages.ts';
import type { Create } from './state/use-create.ts';

const restMs = 400;
const longestPrompt = 2000;

export function PromptReading({ create: { draft, price, pictures } }: { readonly create: Create }) {
  const t = useMessages(imageMessages);
  const [firstPrompt] = draft.prompts;
  const model = price?.model?.id;
  const requestJson = useDebouncedValue(
    JSON.stringify({
      model,
      prompt: firstPrompt?.text.slice(0, longestPrompt),
      exclude: firstPrompt?.exclude ?? [],
    }),
  );
  const {
    model: requestedModel,
    prompt = '',
    exclude,
  } = JSON.parse(requestJson) as {
    readonly model?: string;
    readonly prompt?: string;
    readonly exclude: readonly string[];
  };
  // Attached pictures can replace the description.
  const isRequested = requestedModel !== undefined && prompt !== '' && pictures.all.length === 0;
  const { data } = useQuery({
    queryKey: ['prompt words', requestJson],
    queryFn: () =>
      callProcedure('model words', { model: requestedModel ?? '', prompt, exclude: exclude.join(',') }),
    enabled: isRequested,
    staleTime: Infinity,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const words = isRequested ? data?.words : undefined;
  if (!words) return null;
  const { understood, placed: placedWords, not_understood: unknown } = words;
  const absent = placedWords ? understood.filter(word => !placedWords.includes(word)) : [];
  if (unknown.length + absent.length === 0) return null;
  return (
    <p role="status" className="text-xs text-warn wrap-anywhere">
      {unknown.length > 0 && t.notUnderstood(unknown.join(', '))}{' '}
      {absent.length > 0 && t.notShown(absent.join(', '))}
    </p>
  );
}

/** Returns the value as it was when it last stayed unchanged for a moment. */
function useDebouncedValue(value: string): string {
  const [settledValue, setSettledValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettledValue(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settledValue;
}
