/**
 * Decides whether the name of a parameter after one hyphen, or after dashes and a space, is meant as a
 * parameter: `-ar 16:9` is, `— no, thanks` is not. It is one if a value of the parameter follows.
 */
import { anyDash } from './marks.ts';
import type { ParameterName } from './parameter-table.ts';

const number = String.raw`\d*\.?\d+`;
const address = String.raw`https?:\/\/\S+`;
const flag = '';

/**
 * The values that are certain, as the source of an expression. Parameters that take any word are not here.
 */
const values: Partial<Record<ParameterName, string>> = {
  ar: String.raw`\d{1,5}[:：]\d{1,5}`,
  version: number,
  niji: number,
  style: 'raw|4[abc]|cute|expressive|original|scenic',
  stylize: number,
  chaos: number,
  weird: number,
  exp: number,
  seed: number,
  quality: number,
  stop: number,
  iw: number,
  sref: `${address}|${number}|random`,
  sw: number,
  sv: number,
  cref: address,
  cw: number,
  oref: address,
  ow: number,
  profile: String.raw`(?=[a-z]*\d)[a-z0-9]{5,32}`,
  edit: address,
  end: `${address}|loop`,
  motion: 'low|high',
  bs: number,
  zoom: number,
  repeat: number,
  raw: flag,
  tile: flag,
  draft: flag,
  preview: flag,
  hd: flag,
  sd: flag,
  video: flag,
  loop: flag,
  relax: flag,
  fast: flag,
  turbo: flag,
  stealth: flag,
};

/** The prompt ends here, or something else begins that looks like a parameter. */
const ending = String.raw`[\s,，、.。;；]*(?:$|${anyDash.source})`;

/** Whether nothing but a value is between the name and the next dashes. */
export function isValueAlone(name: ParameterName, rest: string): boolean {
  const value = values[name];
  return Boolean(value) && new RegExp(`^\\s+(?:${value})${ending}`, 'i').test(rest);
}

/** Whether a value follows, and perhaps words after it. */
export function startsWithValue(name: ParameterName, rest: string): boolean {
  const value = values[name];
  return Boolean(value) && new RegExp(`^\\s+(?:${value})(?=[\\s,，、.。;；]|$)`, 'i').test(rest);
}

/** Whether it is a parameter without a value, and nothing else is between the name and the next dashes. */
export function isFlagAlone(name: ParameterName, rest: string): boolean {
  return values[name] === flag && new RegExp(`^${ending}`).test(rest);
}
