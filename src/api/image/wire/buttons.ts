/**
 * The buttons of a finished image task: which ones it has, their labels, and the follow-up of each customId.
 * Labels and ids are those that clients of the format expect (contract of the image interface, 1.5).
 */
import type { FollowUps } from '../../../core/catalogue/models/usable-models.ts';
import {
  extendSeconds,
  maxClipSeconds,
  requiredOperation,
  pannedSize,
  type FollowUp,
} from '../../../core/tasks/follow-up.ts';

export interface Button {
  readonly customId: string;
  readonly emoji: string;
  readonly label: string;
  readonly followUp: FollowUp;
}

/** What decides which buttons a finished task has. */
export interface ButtonConditions extends FollowUps {
  /** The uuid that the buttons of one result carry (properties.messageHash). */
  readonly job: string;
  readonly result: 'grid' | 'picture' | 'clips' | 'clip' | 'describe' | 'shorten';
  /** How the picture was upscaled. Undefined if it was not. */
  readonly enhancement: 'subtle' | 'creative' | undefined;
  /** The number of pictures of a grid, or of clips. */
  readonly candidates: number;
  /** `7`, `6.1`, `niji 5`. */
  readonly version: string;
  readonly width: number;
  readonly height: number;
  /** Duration of a clip. */
  readonly seconds: number;
}

/** Larger pictures get no follow-ups that make a grid, because four of them would be too large. */
const maxFollowedPixels = 2048 * 2048 * 1.5;
/** The largest result of an upscale: 4096 x 4096, and slightly more for other shapes. */
const maxEnlargedPixels = 4096 * 4096 * 1.2;
const maxAspect = 4;
const four = [0, 1, 2, 3] as const;

export function listButtons(conditions: ButtonConditions): Button[] {
  return listAllButtons(conditions).filter(button => isPossible(button.followUp, conditions));
}

/** Finds the button that a client names, ignoring case and the index that some clients add to Custom Zoom. */
export function findButton(buttons: readonly Button[], customId: string): Button | undefined {
  const plain = (id: string) => id.toLowerCase().replace(/^(mj::customzoom::)1::/, '$1');
  return buttons.find(button => plain(button.customId) === plain(customId));
}

function listAllButtons(conditions: ButtonConditions): Button[] {
  switch (conditions.result) {
    case 'grid':
      return gridButtons(conditions);
    case 'picture':
      return [
        ...(conditions.enhancement ? [] : enhanceButtons(conditions)),
        ...pictureButtons(conditions),
        ...(conditions.enhancement === 'creative' ? [reroll(conditions)] : []),
      ];
    case 'clips':
      return [
        ...four.slice(0, conditions.candidates).map(candidate => selectClip(conditions, candidate)),
        ...extendButtons(conditions),
      ];
    case 'clip':
      return [...extendButtons(conditions), bookmark(conditions)];
    case 'describe':
      return describeButtons();
    case 'shorten':
      return shortenButtons();
  }
}

function isPossible(
  followUp: FollowUp,
  { operations, canEnlarge, canRepaint, version, width, height, seconds }: ButtonConditions,
): boolean {
  const operation = requiredOperation(followUp);
  if (operation && !operations.has(operation)) return false;
  const number = Number.parseFloat(version.replace('niji ', ''));
  switch (followUp.kind) {
    case 'region':
      return number >= 5 && width * height <= maxFollowedPixels && canRepaint();
    case 'zoom':
    case 'custom-zoom':
      return number >= 5 && width * height <= maxFollowedPixels;
    case 'square':
      return number >= 5 && width !== height && Math.max(width, height) ** 2 <= maxFollowedPixels;
    case 'pan': {
      const { width: wide, height: high } = pannedSize(followUp.direction, { width, height });
      const isFit = Math.max(wide / high, high / wide) <= maxAspect && wide * high <= maxFollowedPixels;
      return number >= 5 && isFit;
    }
    case 'enhance': {
      const size = { width: width * followUp.factor, height: height * followUp.factor };
      return size.width * size.height <= maxEnlargedPixels && canEnlarge(size);
    }
    case 'extend':
      return seconds + extendSeconds <= maxClipSeconds;
    default:
      return true;
  }
}

function button(customId: string, followUp: FollowUp, [emoji, label]: readonly [string, string]): Button {
  return { customId, emoji, label, followUp };
}

function gridButtons(conditions: ButtonConditions): Button[] {
  const { job } = conditions;
  const candidates = Array.from({ length: conditions.candidates }, (_, candidate) => candidate);
  return [
    ...candidates.map(candidate =>
      button(`MJ::JOB::upsample::${candidate + 1}::${job}`, { kind: 'select', candidate }, [
        '',
        `U${candidate + 1}`,
      ]),
    ),
    reroll(conditions),
    ...candidates.map(candidate =>
      button(`MJ::JOB::variation::${candidate + 1}::${job}`, { kind: 'variation', candidate }, [
        '',
        `V${candidate + 1}`,
      ]),
    ),
  ];
}

function reroll({ job }: ButtonConditions): Button {
  return button(`MJ::JOB::reroll::0::${job}::SOLO`, { kind: 'reroll' }, ['🔄', '']);
}

/** Upscale buttons, whose ids contain the version. Versions before 5 have none, because U itself upscales. */
function enhanceButtons({ version, job }: ButtonConditions): Button[] {
  const number = Number.parseFloat(version.replace('niji ', ''));
  if (number < 5) return [];
  if (number < 6) {
    return ([2, 4] as const).map(factor =>
      button(
        `MJ::JOB::upsample_v5_${factor}x::1::${job}::SOLO`,
        { kind: 'enhance', manner: 'subtle', factor },
        ['', `Upscale (${factor}x)`],
      ),
    );
  }
  const name = version === '6.1' ? 'v6r1' : number < 7 ? 'v6' : 'v7';
  return (['subtle', 'creative'] as const).map(manner =>
    button(
      `MJ::JOB::upsample_${name}_2x_${manner}::1::${job}::SOLO`,
      { kind: 'enhance', manner, factor: 2 },
      ['', `Upscale (${manner === 'subtle' ? 'Subtle' : 'Creative'})`],
    ),
  );
}

function pictureButtons(conditions: ButtonConditions): Button[] {
  const { job, width, height } = conditions;
  const arrows = { left: '⬅️', right: '➡️', up: '⬆️', down: '⬇️' } as const;
  return [
    button(`MJ::JOB::low_variation::1::${job}::SOLO`, { kind: 'vary', strength: 'subtle' }, [
      '🪄',
      'Vary (Subtle)',
    ]),
    button(`MJ::JOB::high_variation::1::${job}::SOLO`, { kind: 'vary', strength: 'strong' }, [
      '🪄',
      'Vary (Strong)',
    ]),
    button(`MJ::Inpaint::1::${job}::SOLO`, { kind: 'region' }, ['🖌️', 'Vary (Region)']),
    button(`MJ::Outpaint::50::1::${job}::SOLO`, { kind: 'zoom', factor: 2 }, ['🔍', 'Zoom Out 2x']),
    button(`MJ::Outpaint::75::1::${job}::SOLO`, { kind: 'zoom', factor: 1.5 }, ['🔍', 'Zoom Out 1.5x']),
    button(`MJ::CustomZoom::${job}`, { kind: 'custom-zoom' }, ['🔍', 'Custom Zoom']),
    button(`MJ::Outpaint::100::1::${job}::SOLO`, { kind: 'square' }, [
      width > height ? '↕️' : '↔️',
      'Make Square',
    ]),
    ...(['left', 'right', 'up', 'down'] as const).map(direction =>
      button(`MJ::JOB::pan_${direction}::1::${job}::SOLO`, { kind: 'pan', direction }, [
        arrows[direction],
        '',
      ]),
    ),
    ...motions.map(motion =>
      button(`MJ::JOB::animate_${motion}::1::${job}::SOLO`, { kind: 'animate', motion, candidate: 0 }, [
        '🎞️',
        `Animate (${motion === 'high' ? 'High' : 'Low'} motion)`,
      ]),
    ),
    bookmark(conditions),
  ];
}

const motions = ['high', 'low'] as const;

function bookmark({ job }: ButtonConditions): Button {
  return button(`MJ::BOOKMARK::${job}`, { kind: 'bookmark' }, ['❤️', '']);
}

function selectClip({ job }: ButtonConditions, candidate: number): Button {
  return button(
    `MJ::JOB::video_virtual_upscale::${candidate + 1}::${job}`,
    { kind: 'select-clip', candidate },
    ['', `U${candidate + 1}`],
  );
}

function extendButtons({ result, job, candidates: count }: ButtonConditions): Button[] {
  const candidates = four.slice(0, count);
  return candidates.flatMap(candidate =>
    motions.map(motion =>
      button(
        `MJ::JOB::animate_${motion}_extend::${candidate + 1}::${job}`,
        { kind: 'extend', motion, candidate },
        [
          '🎞️',
          `Extend${result === 'clips' ? ` ${candidate + 1}` : ''} (${motion === 'high' ? 'High' : 'Low'} motion)`,
        ],
      ),
    ),
  );
}

const keycap = (digit: number) => `${digit}\u{FE0F}\u{20E3}`;

function describeButtons(): Button[] {
  return [
    ...four.map(index =>
      button(`MJ::Job::PicReader::${index + 1}`, { kind: 'use-text', index }, [keycap(index + 1), '']),
    ),
    button('MJ::Picread::Retry', { kind: 'describe-again' }, ['🔄', '']),
    button('MJ::Job::PicReader::all', { kind: 'use-all-texts' }, ['🎉', 'Imagine all']),
  ];
}

function shortenButtons(): Button[] {
  return [
    ...[0, 1, 2, 3, 4].map(index =>
      button(`MJ::Job::PromptAnalyzer::${index + 1}`, { kind: 'use-text', index }, [keycap(index + 1), '']),
    ),
    button('MJ::Job::PromptAnalyzerExtended', { kind: 'show-details' }, ['', 'Show Details']),
  ];
}

/** The label of a button that uses a text. Returns undefined for other buttons. */
export function textButtonLabel(customId: string): string | undefined {
  const match = findButton([...describeButtons(), ...shortenButtons()], customId);
  return match && (match.label || match.emoji);
}
