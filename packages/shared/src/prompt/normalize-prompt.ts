/**
 * Writes a prompt as it was understood: images, words, and every parameter that is not the default.
 * Parameters that do not affect the picture are left out: tier, `--repeat`, `--zoom`.
 */
import { escapeBraces } from './brace-escapes.ts';
import type { ParsedPrompt, StyleReference, VideoFlags, WeightedAddress } from './parsed-prompt.ts';
import { defaultVideo } from './read-parameter.ts';
import { fromStylizeScale, defaultStylize } from './stylize-scale.ts';

/** Writes a prompt so that parsing the text, with the same syntax, gives the same prompt again. */
export function normalizePrompt(prompt: ParsedPrompt): string {
  const { aspect, exclude, style, version } = prompt;
  return [
    ...prompt.images,
    writeWords(prompt),
    prompt.hasAspect && `--ar ${aspect.width}:${aspect.height}`,
    exclude.length > 0 && `--no ${exclude.join(', ')}`,
    style && `--style ${style}`,
    prompt.chaos !== 0 && `--c ${prompt.chaos}`,
    prompt.stylize !== defaultStylize && `--s ${fromStylizeScale(prompt.stylize, version)}`,
    prompt.weird !== 0 && `--w ${prompt.weird}`,
    prompt.experimental !== 0 && `--exp ${prompt.experimental}`,
    prompt.quality !== 1 && `--q ${prompt.quality}`,
    prompt.stop !== 100 && `--stop ${prompt.stop}`,
    prompt.tile && '--tile',
    prompt.draft && '--draft',
    prompt.hd && '--hd',
    ...referenceFlags(prompt),
    (prompt.isPersonalized || prompt.profiles.length > 0) && ['--p', ...prompt.profiles].join(' '),
    prompt.edits.length > 0 && `--edit ${prompt.edits.map(writeAddress).join(' ')}`,
    ...(prompt.video ? videoFlags(prompt.video) : []),
    ...prompt.passed,
    prompt.model !== undefined && `--model ${prompt.model}`,
    prompt.seed !== undefined && `--seed ${prompt.seed}`,
    version.startsWith('niji') ? `--${version}` : `--v ${version.includes('.') ? version : `${version}.0`}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function writeWords({ parts, text, syntax }: ParsedPrompt): string {
  if (parts) return parts.map(part => `${escapeBraces(part.text)}::${part.weight}`).join(' ');
  return syntax === 'plain' ? text : escapeBraces(text);
}

/**
 * Writes a weight only together with the references that it applies to, because it is rejected without them.
 */
function referenceFlags(prompt: ParsedPrompt): (string | false)[] {
  const { images, styleReferences, characterReferences, objectReference } = prompt;
  const hasStyles = styleReferences.length > 0;
  const hasCharacters = characterReferences.length > 0;
  const hasObject = objectReference !== undefined;
  return [
    images.length > 0 && prompt.imageWeight !== undefined && `--iw ${prompt.imageWeight}`,
    hasStyles && `--sref ${styleReferences.map(writeStyleReference).join(' ')}`,
    hasStyles && prompt.styleWeight !== 100 && `--sw ${prompt.styleWeight}`,
    hasStyles && prompt.styleVersion !== undefined && `--sv ${prompt.styleVersion}`,
    hasCharacters && `--cref ${characterReferences.map(writeAddress).join(' ')}`,
    hasCharacters && prompt.characterWeight !== 100 && `--cw ${prompt.characterWeight}`,
    hasObject && `--oref ${objectReference}`,
    hasObject && prompt.objectWeight !== 100 && `--ow ${prompt.objectWeight}`,
  ];
}

function videoFlags({ motion, loop, end, batch }: VideoFlags): (string | false)[] {
  return [
    '--video',
    motion !== defaultVideo.motion && `--motion ${motion}`,
    loop && '--loop',
    end !== undefined && `--end ${end}`,
    batch !== defaultVideo.batch && `--bs ${batch}`,
  ];
}

function writeStyleReference(reference: StyleReference): string {
  if (reference.kind === 'address') return writeAddress(reference);
  return withWeight(reference.kind === 'code' ? String(reference.code) : 'random', reference.weight);
}

function writeAddress({ address, weight }: WeightedAddress): string {
  return withWeight(address, weight);
}

function withWeight(name: string, weight: number): string {
  return weight === 1 ? name : `${name}::${weight}`;
}
