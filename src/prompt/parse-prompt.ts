/**
 * The inline-parameter grammar of image prompts: `a cat --ar 16:9 --v 6.1 --no trees, fog`.
 * Pure and free of Node, so that the server and a browser use the same. Facts: contracts of the image interface,
 * after the public documentation of the format.
 */
import type { ErrorCode, ErrorDetails } from '../errors.ts';
import { nearestName } from '../lib/nearest-name.ts';
import type { Tier } from '../models/model-card.ts';

export interface ParsedPrompt {
  /** The words, without parameters. */
  readonly text: string;
  readonly aspect: { readonly width: number; readonly height: number };
  /** `7`, `6.1`, `niji 6`. */
  readonly version: string;
  readonly raw: boolean;
  readonly exclude: readonly string[];
  readonly seed: number | undefined;
  readonly tier: Tier | undefined;
}

export interface PromptProblem {
  readonly code: Extract<
    ErrorCode,
    'prompt_empty' | 'parameter_unknown' | 'parameter_invalid' | 'request_invalid'
  >;
  readonly details: ErrorDetails;
  /** Where in the prompt it stands, in UTF-16 units. */
  readonly position: number;
}

export type PromptResult =
  | { readonly ok: true; readonly prompt: ParsedPrompt }
  | { readonly ok: false; readonly problem: PromptProblem };

const maxPromptLength = 6000;
export const modelVersions = ['1', '2', '3', '4', '5', '5.1', '5.2', '6', '6.1', '7', '8.1', '8.2'] as const;
const nijiVersions = ['4', '5', '6', '7'] as const;

type Draft = { -readonly [Field in keyof ParsedPrompt]: ParsedPrompt[Field] };

interface Parameter {
  readonly names: readonly string[];
  readonly allowed: string;
  /** Writes the value into the draft; false when it is not allowed. */
  readonly apply: (value: string, draft: Draft) => boolean;
}

const parameters: readonly Parameter[] = [
  {
    names: ['ar', 'aspect'],
    allowed: 'W:H in whole numbers from 1:4 to 4:1, for example 16:9',
    apply: applyAspect,
  },
  { names: ['v', 'version'], allowed: modelVersions.join(', '), apply: applyVersion },
  { names: ['niji'], allowed: `${nijiVersions.join(', ')}, or nothing for 7`, apply: applyNiji },
  {
    names: ['style'],
    allowed: 'raw',
    apply: (value, draft) => value.toLowerCase() === 'raw' && (draft.raw = true),
  },
  { names: ['raw'], allowed: 'no value', apply: (value, draft) => value === '' && (draft.raw = true) },
  { names: ['no'], allowed: 'what to leave out, separated by commas', apply: applyNo },
  { names: ['seed'], allowed: 'a whole number from 0 to 4294967295', apply: applySeed },
  {
    names: ['relax'],
    allowed: 'no value',
    apply: (value, draft) => value === '' && Boolean((draft.tier = 'relax')),
  },
  {
    names: ['fast'],
    allowed: 'no value',
    apply: (value, draft) => value === '' && Boolean((draft.tier = 'fast')),
  },
  {
    names: ['turbo'],
    allowed: 'no value',
    apply: (value, draft) => value === '' && Boolean((draft.tier = 'turbo')),
  },
];

/** Parses a prompt. A parameter given twice counts as it was given last, but `--no` adds up. */
export function parsePrompt(prompt: string, defaultVersion: string): PromptResult {
  if (prompt.length > maxPromptLength) {
    return refuse(
      'request_invalid',
      { reason: `The prompt has ${prompt.length} characters; ${maxPromptLength} are allowed.` },
      maxPromptLength,
    );
  }
  const { text, given } = split(prompt);
  const draft: Draft = {
    text,
    aspect: { width: 1, height: 1 },
    version: defaultVersion,
    raw: false,
    exclude: [],
    seed: undefined,
    tier: undefined,
  };
  for (const { name, value, position } of given) {
    const parameter = parameters.find(({ names }) => names.includes(name.toLowerCase()));
    if (!parameter)
      return refuse('parameter_unknown', { parameter: `--${name}`, allowed: allowedNames(name) }, position);
    if (!parameter.apply(value, draft)) {
      return refuse(
        'parameter_invalid',
        { parameter: `--${name}`, value: value || '(nothing)', allowed: parameter.allowed },
        position,
      );
    }
  }
  if (text === '') return refuse('prompt_empty', {}, 0);
  return { ok: true, prompt: draft };
}

/** The prompt as it was understood: the words, then every parameter that is not the default. */
export function normalisePrompt(prompt: ParsedPrompt): string {
  const { aspect, version } = prompt;
  const parts = [
    prompt.text,
    aspect.width !== aspect.height && `--ar ${aspect.width}:${aspect.height}`,
    prompt.exclude.length > 0 && `--no ${prompt.exclude.join(', ')}`,
    prompt.raw && '--style raw',
    prompt.seed !== undefined && `--seed ${prompt.seed}`,
    version.startsWith('niji') ? `--${version}` : `--v ${version.includes('.') ? version : `${version}.0`}`,
  ];
  return parts.filter(Boolean).join(' ');
}

interface Given {
  readonly name: string;
  readonly value: string;
  readonly position: number;
}

/** A parameter starts at `--` (or a dash that a keyboard made of it) after white space, and owns all up to the next. */
function split(prompt: string): { text: string; given: Given[] } {
  const starts = [...prompt.matchAll(/(?<=^|\s)(?:--|[—–])(?=\S)/g)].map(match => match.index);
  const given = starts.map((start, index) => {
    const body = prompt.slice(start, starts[index + 1] ?? prompt.length).replace(/^(?:--|[—–])/, '');
    const [, name = '', value = ''] = /^(\S+)\s*([\s\S]*)$/.exec(body) ?? [];
    return { name, value: value.trim(), position: start };
  });
  return { text: prompt.slice(0, starts[0] ?? prompt.length).trim(), given };
}

function refuse(code: PromptProblem['code'], details: ErrorDetails, position: number): PromptResult {
  return { ok: false, problem: { code, details, position } };
}

function allowedNames(wrong: string): string {
  const names = parameters.flatMap(parameter => parameter.names);
  const nearest = nearestName(wrong, names);
  return names.map(name => `--${name}`).join(' ') + (nearest ? `; nearest: --${nearest}` : '');
}

function applyAspect(value: string, draft: Draft): boolean {
  const [, width, height] = /^(\d{1,4}):(\d{1,4})$/.exec(value) ?? [];
  const [w, h] = [Number(width), Number(height)];
  if (!(w > 0 && h > 0) || w > 4 * h || h > 4 * w) return false;
  draft.aspect = { width: w, height: h };
  return true;
}

function applyVersion(value: string, draft: Draft): boolean {
  const version = modelVersions.find(known => known === value.replace(/\.0$/, ''));
  if (!version || value === '8.0') return false;
  draft.version = version;
  return true;
}

function applyNiji(value: string, draft: Draft): boolean {
  const version = value === '' ? '7' : nijiVersions.find(known => known === value);
  if (!version) return false;
  draft.version = `niji ${version}`;
  return true;
}

function applyNo(value: string, draft: Draft): boolean {
  const terms = value
    .split(/[,，、]/)
    .map(term => term.trim())
    .filter(Boolean);
  if (terms.length === 0) return false;
  draft.exclude = [...draft.exclude, ...terms];
  return true;
}

function applySeed(value: string, draft: Draft): boolean {
  if (!/^\d{1,10}$/.test(value) || Number(value) > 4294967295) return false;
  draft.seed = Number(value);
  return true;
}
