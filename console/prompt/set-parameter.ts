/** Sets or removes one parameter in a typed prompt. All other characters stay unchanged. */
import type { ParameterName } from '@kinora/shared/prompt/parameter-table';
import { placeParameters, type PlacedParameter } from '@kinora/shared/prompt/split-prompt';
import { depthIn, takeOwnValue } from './own-value.ts';

/** The parameters that each control sets. If one occurs several times, the last one counts. */
const slots = {
  aspect: ['ar'],
  model: ['model'],
  version: ['version', 'niji'],
  raw: ['style', 'raw'],
  stylize: ['stylize'],
  chaos: ['chaos'],
  weird: ['weird'],
  quality: ['quality'],
  tier: ['relax', 'fast', 'turbo'],
  seed: ['seed'],
  no: ['no'],
  tile: ['tile'],
} as const satisfies Readonly<Record<string, readonly ParameterName[]>>;

export type Slot = keyof typeof slots;

/** `parameterText`: such as `--ar 3:2`. Undefined removes the parameter. */
export function setParameter(text: string, slot: Slot, parameterText: string | undefined): string {
  const existing = placeParameters(text).filter(({ name }) => name && isInSlot(slot, name));
  const movable = existing.filter(one => isWhole(text, one));
  const lastParameter = movable.at(-1);
  // A parameter inside braces cannot be changed for all permutations, but one after the braces overrides it.
  const isLast = lastParameter !== undefined && lastParameter === existing.at(-1);
  const target = parameterText !== undefined && isLast ? lastParameter : undefined;
  const changedText = movable.toReversed().reduce((currentText, parameter) => {
    if (parameter === target && parameterText !== undefined)
      return replaceParameter(currentText, parameter, parameterText);
    return removeParameter(currentText, parameter);
  }, text);
  return parameterText === undefined || target ? changedText : appendParameter(changedText, parameterText);
}

/** Removes a parameter and its value, but not the description that follows. */
export function removeParameter(text: string, parameter: PlacedParameter): string {
  const before = text.slice(0, parameter.position);
  const textBehind = text.slice(parameter.valueAt + takeOwnValue(text, parameter).length).trimStart();
  // Keeps the separating space: `cat--ar 3:2 --foo` must not become `cat--foo`.
  const separator = before === '' || /\s$/.test(before) || textBehind === '' ? '' : ' ';
  return textBehind === '' ? before.trimEnd() : before + separator + textBehind;
}

/** The control of a parameter, if it has one. */
export function findSlot(name: ParameterName | undefined): Slot | undefined {
  return (Object.keys(slots) as Slot[]).find(slot => name !== undefined && isInSlot(slot, name));
}

/**
 * The part of a prompt that stays in the field after a run: the settings, without the
 * description and what belongs to it.
 */
export function keepSettings(text: string): string {
  const settings = placeParameters(text).filter(one => {
    const slot = findSlot(one.name);
    return (
      slot !== undefined &&
      slot !== 'no' &&
      isWhole(text, one) &&
      !text.slice(one.position, one.end).includes('{')
    );
  });
  return settings
    .map(parameter => ` ${parameter.shownName}${parameter.value && ` ${takeOwnValue(text, parameter)}`}`)
    .join('');
}

function isInSlot(slot: Slot, name: ParameterName): boolean {
  return (slots[slot] as readonly ParameterName[]).includes(name);
}

/** Whether the parameter is outside of all braces and closes each one it opens. */
function isWhole(text: string, { position, end }: PlacedParameter): boolean {
  return depthIn(text.slice(0, position)) === 0 && depthIn(text.slice(position, end)) === 0;
}

function replaceParameter(text: string, parameter: PlacedParameter, parameterText: string): string {
  const gap = parameterText.indexOf(' ');
  const value = gap === -1 ? '' : parameterText.slice(gap + 1);
  const name = placeParameters(parameterText)[0]?.name;
  const isSame = parameter.name === name && value !== '';
  const start = isSame
    ? text.slice(parameter.position, parameter.valueAt) + (parameter.value === '' ? ' ' : '') + value
    : parameterText;
  return (
    text.slice(0, parameter.position) +
    start +
    text.slice(parameter.valueAt + takeOwnValue(text, parameter).length)
  );
}

function appendParameter(text: string, parameterText: string): string {
  return /\s$/.test(text) ? text + parameterText : `${text} ${parameterText}`;
}
