/**
 * Suggests corrections of an invalid parameter: the nearest valid values, each checked with the parser first.
 */
import { nearestName } from '@kinora/shared/text/nearest-name';
import { parameterTable, type Parameter } from '@kinora/shared/prompt/parameter-table';
import type { PromptWords } from '@kinora/shared/prompt/prompt-words';
import type { PlacedParameter } from '@kinora/shared/prompt/split-prompt';
import { versionFlag, versionsIn } from '@kinora/shared/prompt/image-versions';
import { takeOwnValue } from './own-value.ts';
import { readDraft, type Draft, type PlacedProblem, type TypedPrompt } from './read-draft.ts';
import { removeParameter, setParameter } from './set-parameter.ts';

export interface Fix {
  /**
   * `replace`: use `shown` instead. `version`: the version in `shown` has the parameter. `front`: move the
   * words after the parameter to the front.
   */
  readonly kind: 'replace' | 'version' | 'front' | 'remove';
  readonly label: string;
  /** The corrected prompt. */
  readonly text: string;
}

export function offerFixes(
  placedProblem: PlacedProblem,
  draft: Draft,
  typedPrompt: TypedPrompt,
): readonly Fix[] {
  const parameter = draft.parameters.find(({ position }) => position === placedProblem.from);
  const fixes = parameter
    ? [
        ...nearest(placedProblem, parameter, typedPrompt.text),
        ...versions(placedProblem, typedPrompt),
        ...remove(parameter, typedPrompt.text),
      ]
    : versions(placedProblem, typedPrompt);
  const isFixed = (fix: Fix) => {
    const fixedDraft = readDraft({ ...typedPrompt, text: fix.text });
    return fixedDraft.problems.length < draft.problems.length || fixedDraft.isEmpty;
  };
  return fixes.filter(isFixed).slice(0, 3);
}

function remove(parameter: PlacedParameter, text: string): Fix[] {
  return [{ kind: 'remove', label: parameter.shownName, text: removeParameter(text, parameter) }];
}

function nearest({ problem }: PlacedProblem, parameter: PlacedParameter, text: string): Fix[] {
  if (problem.code === 'parameter_unknown') return nearestKnown(parameter, text);
  if (problem.code !== 'parameter_invalid') return [];
  const { shownName, value } = parameter;
  const currentValue = takeOwnValue(text, parameter);
  const hasWords = currentValue.length < value.length;
  const { allowed: allowedValues } = problem.details;
  const words = typeof allowedValues === 'object' ? allowedValues : undefined;
  const isFlag = words?.code === 'no_value';
  const closest = words && !isFlag ? nearestValue(currentValue, words) : undefined;
  // Replacing would lose the words after the value.
  const use =
    closest === undefined || hasWords ? [] : [usingInstead(parameter, `${shownName} ${closest}`, text)];
  if (!isFlag && !hasWords) return use;
  const remaining = isFlag ? shownName : `${shownName} ${closest ?? currentValue}`;
  return [{ kind: 'front', label: remaining, text: wordsFirst(parameter, remaining, text) }, ...use];
}

const knownNames = parameterTable.flatMap(({ names }: Parameter) => [...names]);

function nearestKnown(parameter: PlacedParameter, text: string): Fix[] {
  const name = parameter.shownName.slice(2);
  const [, knownName = '', stuck = ''] = /^([a-z]+)[=:]?([\d.][\d.:]*)$/i.exec(name) ?? [];
  if (knownNames.includes(knownName.toLowerCase()))
    return [usingInstead(parameter, `--${knownName} ${stuck}`, text)];
  const nearest = nearestName(name, knownNames);
  if (!nearest) return [];
  const replacement = parameter.value === '' ? `--${nearest}` : `--${nearest} ${parameter.value}`;
  return [usingInstead(parameter, replacement, text)];
}

function usingInstead({ position, valueAt, value }: PlacedParameter, replacement: string, text: string): Fix {
  return {
    kind: 'replace',
    label: replacement,
    text: text.slice(0, position) + replacement + text.slice(valueAt + value.length),
  };
}

/** Moves the words in front of all parameters. */
function wordsFirst(parameter: PlacedParameter, remaining: string, text: string): string {
  const { position, valueAt, value, shownName } = parameter;
  const ownValue = takeOwnValue(text, parameter);
  const movedWords = remaining === shownName ? value : value.slice(ownValue.length).trim();
  const front = text.slice(0, position).search(/\s-{2}[A-Za-z]/);
  const insertPosition = front === -1 ? position : front;
  const head = text.slice(0, insertPosition).trimEnd();
  const textBetween = text.slice(insertPosition, position).trim();
  const tail = text.slice(valueAt + value.length).trim();
  return [head, movedWords, textBetween, remaining, tail].filter(Boolean).join(' ');
}

/** The allowed value nearest to the given one. */
function nearestValue(value: string, { code, details }: PromptWords): string | undefined {
  const { least, most, widest } = details;
  if (code === 'ratio') return nearestRatio(value, parseRatio(String(widest)));
  if (code === 'whole_number' || code === 'number') return nearestNumber(value, Number(least), Number(most));
  const choices = 'allowed' in details ? String(details['allowed']).split(', ') : [];
  const number = Number.parseFloat(value.replace(/^v/i, ''));
  const numbers = choices.filter(choice => Number.isFinite(Number(choice)));
  if (Number.isFinite(number) && numbers.length > 0)
    return numbers.reduce((best, one) =>
      Math.abs(Number(one) - number) < Math.abs(Number(best) - number) ? one : best,
    );
  return nearestName(value, choices) ?? (choices.length === 1 ? choices[0] : undefined);
}

function nearestNumber(value: string, min: number, max: number): string | undefined {
  const number = Number.parseFloat(value.replace(',', '.'));
  if (!Number.isFinite(number)) return undefined;
  const isWhole = Number.isInteger(min) && max > 3;
  return String(Math.min(max, Math.max(min, isWhole ? Math.round(number) : number)));
}

const commonRatios = ['1:1', '5:4', '4:3', '3:2', '16:9', '2:1', '21:9', '3:1', '4:1'];

/** Reads `16x9`, `16/9` or `1.78` as a ratio of two whole numbers, each at most `widest`. */
function nearestRatio(value: string, widest: number): string | undefined {
  const [, width = '', height = '1'] = /^([\d.]+)(?:[x×*/:：,-]+([\d.]+))?$/i.exec(value) ?? [];
  const [w, h] = [Number(width), Number(height)];
  if (!(w > 0 && h > 0)) return undefined;
  if (Math.max(w / h, h / w) <= widest && Number.isInteger(w) && Number.isInteger(h) && Math.max(w, h) < 1e5)
    return `${w}:${h}`;
  const aspect = Math.min(Math.max(w / h, h / w), widest);
  const distance = (ratio: string) => Math.abs(Math.log(parseRatio(ratio) / aspect));
  const nearest = [...commonRatios, `${Math.floor(widest)}:1`, `${Math.floor(widest * 2)}:2`]
    .filter(ratio => parseRatio(ratio) <= widest)
    .reduce((best, one) => (distance(one) < distance(best) ? one : best));
  return w >= h ? nearest : nearest.split(':').toReversed().join(':');
}

function parseRatio(ratio: string): number {
  const [w = 1, h = 1] = ratio.split(':').map(Number);
  return w / h;
}

/** Offers the newest version that has the parameter, if the prompt's version lacks it. */
function versions({ problem }: PlacedProblem, { text, versions: supportedVersions }: TypedPrompt): Fix[] {
  const { remedy } = problem.details;
  if (typeof remedy !== 'object' || remedy.code !== 'use_version') return [];
  const name = String(problem.details['parameter']).slice(2).toLowerCase();
  const knownParameter: Parameter | undefined = parameterTable.find(({ names }: Parameter) =>
    names.includes(name),
  );
  const has = versionsIn(knownParameter?.versions ?? 'all');
  const newest = supportedVersions.findLast(version => has.has(version) && !version.startsWith('niji'));
  if (newest === undefined) return [];
  return [{ kind: 'version', label: newest, text: setParameter(text, 'version', versionFlag(newest)) }];
}
