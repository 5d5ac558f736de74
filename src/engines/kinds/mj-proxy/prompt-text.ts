/**
 * Writes a job as a prompt with inline parameters. The names and values of the parameters are those that
 * Midjourney documents (2026-09). For the reader of the same grammar, see `src/core/prompt`: what is written
 * here is read there as the same job (prompt-text.test.ts).
 */
import type { PlannableJob } from '../../contract/kind/plannable-job.ts';
import { isSquare, toRatio } from './aspect-ratio.ts';

/** Addresses of pictures that the prompt names, with their weights. */
export interface NamedPictures {
  readonly style?: readonly NamedPicture[];
  readonly character?: readonly NamedPicture[];
  readonly object?: readonly NamedPicture[];
  /** The last frame of a clip. */
  readonly last?: string | undefined;
}

export interface NamedPicture {
  readonly address: string;
  readonly weight?: number | undefined;
}

type Flag = string | false | undefined;

/** The prompt of a new picture. */
export function imaginePrompt(job: PlannableJob, pictures: NamedPictures = {}): string {
  return joinFlags([
    promptWords(job),
    shapeFlag(job),
    ...lookFlags(job),
    number('q', job.quality),
    number('stop', job.stop),
    ...sizeFlags(job),
    ...referenceFlags(job, pictures),
    `--seed ${job.seed}`,
    versionFlag(job),
  ]);
}

/**
 * The prompt of a change, whose picture has size and references already. Two jobs
 * with the same one look alike.
 */
export function changePrompt(job: PlannableJob): string {
  return joinFlags([promptWords(job), ...lookFlags(job), ...codeFlags(job), versionFlag(job)]);
}

/** The prompt of an edit of a picture of the client. */
export function editPrompt(job: PlannableJob): string {
  return joinFlags([
    promptWords(job),
    ...lookFlags(job),
    ...codeFlags(job),
    `--seed ${job.seed}`,
    versionFlag(job),
  ]);
}

/** The prompt of a clip from words alone. */
export function clipPrompt(job: PlannableJob, pictures: NamedPictures = {}): string {
  return joinFlags([
    promptWords(job),
    shapeFlag(job),
    ...lookFlags(job),
    ...codeFlags(job),
    '--video',
    job.motion && `--motion ${job.motion}`,
    job.loop === true && '--loop',
    pictures.last && `--end ${pictures.last}`,
    `--bs ${job.clips ?? 1}`,
    versionFlag(job),
  ]);
}

/** `--ar`, unless the picture is square. */
export function shapeFlag(job: Pick<PlannableJob, 'width' | 'height'>): Flag {
  return !isSquare(job) && `--ar ${toRatio(job)}`;
}

export function joinFlags(flags: readonly Flag[]): string {
  return flags.filter(Boolean).join(' ');
}

/**
 * Braces would be permutations, and dashes before a word a parameter: prompts of the
 * video interface are free text.
 */
function promptWords({ prompt, parts }: PlannableJob): string {
  const words = parts ? parts.map(({ text, weight }) => `${text}::${weight}`).join(' ') : prompt;
  return words
    .trim()
    .replaceAll(/(^|\s)(?:--+|[—–])(?=\p{L})/gu, '$1')
    .replaceAll(/[{}]/g, String.raw`\$&`);
}

function lookFlags(job: PlannableJob): Flag[] {
  const { exclude, style, stylize, version } = job;
  return [
    exclude.length > 0 && `--no ${exclude.join(', ')}`,
    style !== undefined && `--style ${style}`,
    number('c', job.chaos),
    stylize !== undefined && `--s ${version === '3' ? oldStylize(stylize) : stylize}`,
    number('weird', job.weird),
    number('exp', job.experimental),
    job.tile === true && '--tile',
    job.isPersonalized === true && '--p',
    ...(job.passedParameters ?? []),
  ];
}

function number(name: string, value: number | undefined): Flag {
  return value !== undefined && `--${name} ${value}`;
}

/** Version 3 counts from 625 to 60000, with 2500 where others have 100. */
function oldStylize(scale: number): number {
  return Math.round(scale <= 100 ? scale * 25 : 2500 + ((scale - 100) * 57_500) / 900);
}

function referenceFlags(
  job: PlannableJob,
  { style = [], character = [], object = [] }: NamedPictures,
): Flag[] {
  const hasImages = job.inputs?.some(({ role }) => role === 'prompt') ?? false;
  const [objectReference] = object;
  return [
    hasImages && number('iw', job.imageWeight),
    ...(style.length > 0
      ? [list('sref', [...style, ...listStyleCodes(job)]), ...weightFlags(job)]
      : codeFlags(job)),
    character.length > 0 && list('cref', character),
    character.length > 0 && number('cw', job.characterWeight),
    objectReference && `--oref ${objectReference.address}`,
    objectReference && number('ow', job.objectWeight),
  ];
}

/** Style references by number. */
function codeFlags(job: PlannableJob): Flag[] {
  const codes = listStyleCodes(job);
  return codes.length > 0 ? [list('sref', codes), ...weightFlags(job)] : [];
}

function listStyleCodes({ styleCodes = [] }: PlannableJob): NamedPicture[] {
  return styleCodes.map(({ code, weight }) => ({ address: String(code), weight }));
}

function weightFlags(job: PlannableJob): Flag[] {
  return [number('sw', job.styleWeight), number('sv', job.styleVersion)];
}

function list(name: string, pictures: readonly NamedPicture[]): string {
  const weightedAddresses = pictures.map(({ address, weight = 1 }) =>
    weight === 1 ? address : `${address}::${weight}`,
  );
  return `--${name} ${weightedAddresses.join(' ')}`;
}

const defaultPixels = 1024 * 1024;

/** Both sides doubled or halved, in versions that can. */
function sizeFlags({ width, height, version = '' }: PlannableJob): Flag[] {
  const share = (width * height) / defaultPixels;
  return [
    version.startsWith('8') && share > 3 && '--hd',
    /^[78]/.test(version) && share > 0.2 && share < 0.4 && '--draft',
  ];
}

function versionFlag({ version }: PlannableJob): Flag {
  if (version === undefined) return false;
  return version.startsWith('niji') ? `--${version}` : `--v ${version}`;
}
