/**
 * How the value of each parameter is read, by the rules of the version. Ranges that depend on the version are
 * here in numbers and in parameter-table.ts in words.
 */
import type { Tier } from '../models/model-card.ts';
import { isAddress, listTokens, readAddresses, readWeighted, maxImages } from './addresses.ts';
import { enders, readNumber, trimEnds } from './marks.ts';
import type { ParameterName } from './parameter-table.ts';
import type { ParsedPrompt, StyleReference, VideoFlags } from './parsed-prompt.ts';
import { promptWords, type PromptWords } from './prompt-words.ts';
import { stylizeRange, toStylizeScale } from './stylize-scale.ts';
import { versionGeneration, modelVersions, newestNiji, nijiVersions, versionFlag } from './image-versions.ts';

export type Draft = { -readonly [Field in keyof ParsedPrompt]: ParsedPrompt[Field] };

/** Writes the value into the draft, whose version is known. Returns what is allowed if the value is not. */
export type Reader = (value: string, draft: Draft) => PromptWords | undefined;

export const readers: Readonly<Record<ParameterName, Reader>> = {
  ar: readAspect,
  // `readVersion` reads the version before all other parameters.
  version: () => undefined,
  niji: () => undefined,
  style: readStyle,
  raw: flag(draft => (draft.style = 'raw')),
  stylize: readStylize,
  chaos: integer(0, 100, (chaos, draft) => (draft.chaos = chaos)),
  weird: integer(0, 3000, (weird, draft) => (draft.weird = weird)),
  exp: integer(0, 100, (experimental, draft) => (draft.experimental = experimental)),
  no: readExclude,
  seed: integer(0, 4_294_967_295, (seed, draft) => (draft.seed = seed)),
  quality: readQuality,
  stop: integer(10, 100, (stop, draft) => (draft.stop = stop)),
  tile: flag(draft => (draft.tile = true)),
  draft: flag(draft => (draft.draft = true)),
  preview: flag(draft => (draft.draft = true)),
  hd: flag(draft => (draft.hd = true)),
  sd: flag(draft => (draft.hd = false)),
  iw: readImageWeight,
  sref: readStyleReferences,
  sw: integer(0, 1000, (weight, draft) => (draft.styleWeight = weight)),
  sv: readStyleVersion,
  cref: readCharacters,
  cw: integer(0, 100, (weight, draft) => (draft.characterWeight = weight)),
  oref: readObject,
  ow: integer(1, 1000, (weight, draft) => (draft.objectWeight = weight)),
  profile: readProfiles,
  model: readModel,
  edit: readEdits,
  video: readVideo,
  motion: readMotion,
  loop: flag(draft => setVideo(draft, { loop: true })),
  end: readEnd,
  bs: readBatch,
  zoom: readZoom,
  repeat: integer(1, 40, (repeat, draft) => (draft.repeat = repeat)),
  relax: tier('relax'),
  fast: tier('fast'),
  turbo: tier('turbo'),
  // It has no effect, because images are never published.
  stealth: flag(() => undefined),
};

/**
 * The version that a value of `--version` or `--niji` stands for. Returns undefined if there is no such
 * version.
 */
export function readVersion(name: 'version' | 'niji', value: string): string | undefined {
  const plain = value.replace(/\.0$/, '');
  if (name === 'version') return modelVersions.find(version => version === plain);
  if (value === '') return newestNiji;
  return nijiVersions.some(version => version === plain) ? `niji ${plain}` : undefined;
}

function flag(apply: (draft: Draft) => unknown): Reader {
  return (value, draft) => {
    if (value !== '') return promptWords('no_value');
    apply(draft);
    return undefined;
  };
}

function tier(name: Tier): Reader {
  return flag(draft => (draft.tier = name));
}

function integer(least: number, most: number, apply: (number: number, draft: Draft) => unknown): Reader {
  return (value, draft) => {
    const number = readNumber(value);
    if (number === undefined || !Number.isInteger(number) || number < least || number > most) {
      return promptWords('whole_number', { least, most });
    }
    apply(number, draft);
    return undefined;
  };
}

function readAspect(value: string, draft: Draft): PromptWords | undefined {
  const [, width, height] = /^(\d{1,5}):(\d{1,5})$/.exec(value) ?? [];
  const [w, h] = [Number(width), Number(height)];
  const [maxWidth, maxHeight] = widestRatio(draft.version);
  if (!(w > 0 && h > 0) || w * maxHeight > h * maxWidth || h * maxHeight > w * maxWidth) {
    const range = { narrowest: `${maxHeight}:${maxWidth}`, widest: `${maxWidth}:${maxHeight}` };
    return promptWords('ratio', { ...range, version: versionFlag(draft.version) });
  }
  draft.hasAspect = true;
  draft.aspect = w === h ? { width: 1, height: 1 } : { width: w, height: h };
  return undefined;
}

function widestRatio(version: string): readonly [number, number] {
  const generation = versionGeneration(version);
  if (generation <= 3) return [5, 2];
  if (generation === 4) return [2, 1];
  return generation === 8 ? [4, 1] : [14, 1];
}

function readStyle(value: string, draft: Draft): PromptWords | undefined {
  const styles = listStyles(draft.version);
  const style = value.toLowerCase();
  if (!styles.includes(style)) return rejectUnlessAllowed(styles, draft.version);
  draft.style = style;
  return undefined;
}

function listStyles(version: string): readonly string[] {
  if (version === '4') return ['4a', '4b', '4c'];
  return version === 'niji 5' ? ['cute', 'expressive', 'original', 'scenic'] : ['raw'];
}

function readStylize(value: string, draft: Draft): PromptWords | undefined {
  const { version } = draft;
  const apply = (stylize: number, read: Draft) => (read.stylize = toStylizeScale(stylize, version));
  return inVersion(version, integer(...stylizeRange(version), apply)(value, draft));
}

function readExclude(value: string, draft: Draft): PromptWords | undefined {
  const terms = value
    .split(/[,，、;；]/)
    .map(term => trimEnds(term, enders))
    .filter(Boolean);
  if (terms.length === 0 || /https?:\/\/|data:image\//i.test(value)) {
    return promptWords('terms');
  }
  draft.exclude = [...draft.exclude, ...terms];
  return undefined;
}

function readQuality(value: string, draft: Draft): PromptWords | undefined {
  const qualities = listQualities(draft.version);
  const quality = readNumber(value);
  const effectiveQuality = quality === 3 && qualities.includes(4) ? 4 : quality;
  if (effectiveQuality === undefined || !qualities.includes(effectiveQuality)) {
    return rejectUnlessAllowed(qualities, draft.version);
  }
  draft.quality = effectiveQuality;
  return undefined;
}

function listQualities(version: string): readonly number[] {
  const generation = versionGeneration(version);
  if (generation <= 3) return [0.25, 0.5, 1, 2];
  if (generation <= 5) return [0.25, 0.5, 1];
  return generation === 6 ? [0.5, 1, 2] : [1, 2, 4];
}

function readImageWeight(value: string, draft: Draft): PromptWords | undefined {
  const { version } = draft;
  const least = versionGeneration(version) === 5 ? 0.5 : 0;
  const most = least === 0.5 || version === 'niji 7' ? 2 : 3;
  const weight = readNumber(value);
  if (weight === undefined || weight < least || weight > most) {
    return inVersion(version, promptWords('number', { least, most }));
  }
  draft.imageWeight = weight;
  return undefined;
}

function readStyleReferences(value: string, draft: Draft): PromptWords | undefined {
  const tokens = listTokens(value);
  const read = tokens.map(readStyleReference).filter(reference => reference !== undefined);
  const all = [...draft.styleReferences, ...read];
  if (tokens.length === 0 || read.length < tokens.length || all.length > maxImages) {
    return promptWords('style_references', { most: maxImages });
  }
  draft.styleReferences = all;
  return undefined;
}

function readStyleReference(token: string): StyleReference | undefined {
  const read = readWeighted(token);
  if (!read) return undefined;
  const { name, weight } = read;
  if (name.toLowerCase() === 'random') return { kind: 'random', weight };
  if (isAddress(name)) return { kind: 'address', address: name, weight };
  const isCode = /^\d{1,10}$/.test(name) && Number(name) <= 4_294_967_295;
  return isCode ? { kind: 'code', code: Number(name), weight } : undefined;
}

function readStyleVersion(value: string, draft: Draft): PromptWords | undefined {
  const most = versionGeneration(draft.version) === 6 ? 4 : 6;
  const read = integer(1, most, (version, target) => (target.styleVersion = version));
  return inVersion(draft.version, read(value, draft));
}

function readCharacters(value: string, draft: Draft): PromptWords | undefined {
  const read = readAddresses(value, maxImages - draft.characterReferences.length);
  if (!read) return promptWords('image_urls', { most: maxImages });
  draft.characterReferences = [...draft.characterReferences, ...read];
  return undefined;
}

function readEdits(value: string, draft: Draft): PromptWords | undefined {
  const read = readAddresses(value, 4 - draft.edits.length);
  if (!read) return promptWords('image_urls', { most: 4 });
  draft.edits = [...draft.edits, ...read];
  return undefined;
}

function readObject(value: string, draft: Draft): PromptWords | undefined {
  const [only] = readAddresses(value, 1) ?? [];
  if (only?.weight !== 1) return promptWords('one_image_url');
  draft.objectReference = only.address;
  return undefined;
}

function readModel(value: string, draft: Draft): PromptWords | undefined {
  if (!/^\S{1,100}$/.test(value)) return promptWords('model');
  draft.model = value;
  return undefined;
}

function readProfiles(value: string, draft: Draft): PromptWords | undefined {
  const codes = listTokens(value);
  const all = [...draft.profiles, ...codes];
  if (all.length > 10 || !codes.every(code => /^[a-z0-9]{1,32}$/i.test(code))) {
    return promptWords('profiles');
  }
  draft.profiles = all;
  draft.isPersonalized = all.length === 0;
  return undefined;
}

export const defaultVideo: VideoFlags = { motion: 'low', loop: false, end: undefined, batch: 4 };

function setVideo(draft: Draft, change: Partial<VideoFlags>): void {
  draft.video = { ...defaultVideo, ...draft.video, ...change };
}

/** The value is the version of the video model at Midjourney, which has one. */
function readVideo(value: string, draft: Draft): PromptWords | undefined {
  if (value !== '' && value !== '1') return promptWords('nothing_or_one');
  setVideo(draft, {});
  return undefined;
}

function readMotion(value: string, draft: Draft): PromptWords | undefined {
  const motion = value.toLowerCase();
  if (motion !== 'low' && motion !== 'high') return rejectUnlessAllowed(['low', 'high']);
  setVideo(draft, { motion });
  return undefined;
}

function readEnd(value: string, draft: Draft): PromptWords | undefined {
  if (value.toLowerCase() === 'loop') {
    setVideo(draft, { loop: true });
    return undefined;
  }
  if (!isAddress(value)) return promptWords('last_frame');
  setVideo(draft, { end: value });
  return undefined;
}

function readBatch(value: string, draft: Draft): PromptWords | undefined {
  const batch = ([1, 2, 4] as const).find(option => String(option) === value);
  if (batch === undefined) return rejectUnlessAllowed([1, 2, 4]);
  setVideo(draft, { batch });
  return undefined;
}

function readZoom(value: string, draft: Draft): PromptWords | undefined {
  const zoom = readNumber(value);
  if (zoom === undefined || zoom < 1 || zoom > 2) return promptWords('number', { least: 1, most: 2 });
  draft.zoom = zoom;
  return undefined;
}

/** Accepts one of a few values. */
function rejectUnlessAllowed(values: readonly (string | number)[], version?: string): PromptWords {
  return inVersion(version, promptWords('exactly', { allowed: values.join(', ') }));
}

/** Returns what is allowed, as the rule of the version. */
function inVersion<Words extends PromptWords | undefined>(version: string | undefined, words: Words): Words {
  if (!words || version === undefined) return words;
  return { ...words, details: { ...words.details, version: versionFlag(version) } };
}
