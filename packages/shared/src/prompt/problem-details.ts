/** The details of a problem of a prompt as texts. */
import { fillText, type ErrorDetails, type Language } from '../errors/fill-text.ts';
import type { PromptProblem } from './parsed-prompt.ts';
import type { PromptWords } from './prompt-words.ts';
import { promptTexts } from './prompt-texts.ts';

/** The details as texts, in both languages where they differ: the details of an error. */
export function problemDetails(details: PromptProblem['details']): ErrorDetails {
  return Object.fromEntries(Object.entries(details).flatMap(([name, detail]) => asTexts(name, detail)));
}

function asTexts(
  name: string,
  detail: string | number | PromptWords,
): (readonly [string, string | number])[] {
  if (typeof detail !== 'object') return [[name, detail]];
  const [en, zh] = [problemText(detail, 'en'), problemText(detail, 'zh')];
  return zh === en
    ? [[name, en]]
    : [
        [name, en],
        [`${name}Zh`, zh],
      ];
}

/**
 * `version`: the version in which this holds is said as well, unless the text has a place for it.
 * `textFirst`: so is that text comes before parameters.
 */
function problemText({ code, details }: PromptWords, language: Language): string {
  const text = promptTexts[code][language];
  const hasVersion = details['version'] !== undefined && !text.includes('{version}');
  const template = hasVersion ? text + forVersion[language] : text;
  return fillText(
    details['textFirst'] === undefined ? template : template + textFirst[language],
    details,
    language,
  );
}

const forVersion = { en: ' with {version}', zh: '（{version}）' } as const;
const textFirst = { en: '; text must come before all parameters', zh: '；文字须在所有参数之前' } as const;
