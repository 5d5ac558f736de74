/**
 * Servers that speak the interface of midjourney-proxy, and how they differ. Facts from their sources:
 * novicezk 0be95a9 (2025-08), trueai 11.10.3 (2026-08), new-api 04ee33f (2026), and this product.
 */

export const dialectNames = ['novicezk', 'trueai', 'new-api', 'kinora'] as const;
export type DialectName = (typeof dialectNames)[number];

export interface Dialect {
  readonly title: string;
  /** The header that carries the secret. */
  readonly secretIn: 'mj-api-secret' | 'authorization';
  /** Whether `/mj-fast/mj` and the like select a speed. */
  readonly hasModes: boolean;
  /**
   * Records have buttons, which are pressed by their customId. Otherwise grids
   * have U, V and R by number alone.
   */
  readonly hasButtons: boolean;
  /** It has several models, which a request can name. */
  readonly hasModels: boolean;
  /** How a prompt names pictures as references: by their address after an upload, as data, or not at all. */
  readonly references: 'none' | 'upload' | 'data';
  readonly shortens: boolean;
  /** `masked`: also only an area of the picture. */
  readonly edits: 'none' | 'whole' | 'masked';
  readonly retextures: boolean;
  /** What a clip begins with. `words`: also words alone. */
  readonly clips: 'none' | 'picture' | 'words';
  /** Whether a candidate of a clip can be chosen. */
  readonly choosesClips: boolean;
  /** A start that is repeated with its key is the same task. */
  readonly knowsKey: boolean;
  /** Tasks can be cancelled. `free`: they then cost nothing. */
  readonly cancels: 'none' | 'sent' | 'free';
  /** A prompt without `--ar` keeps the shape of the picture that it changes. */
  readonly keepsShape: boolean;
  /** Follow-ups name the account of the task that they follow. */
  readonly hasAccounts: boolean;
  /**
   * `full`: code 9 means that nothing was begun, because a queue was full. Otherwise what
   * became of the request is unknown.
   */
  readonly codeNine: 'full' | 'unknown';
  /**
   * How it reports that it does not know a task, besides 404 and code 3: with an empty answer,
   * or with status 400 and code 4.
   */
  readonly unknownTask: 'empty' | 'code 4';
  /**
   * A prompt may have several lines. Otherwise its results are recognized by a pattern that ends with the
   * line, and the task never ends.
   */
  readonly keepsLines: boolean;
  /** Between two requests for a record, in milliseconds. */
  readonly pollMs: number;
}

const novicezk: Dialect = {
  title: 'midjourney-proxy',
  secretIn: 'mj-api-secret',
  hasModes: false,
  hasButtons: false,
  hasModels: false,
  references: 'none',
  shortens: false,
  edits: 'none',
  retextures: false,
  clips: 'none',
  choosesClips: false,
  knowsKey: false,
  cancels: 'none',
  keepsShape: false,
  hasAccounts: false,
  codeNine: 'unknown',
  unknownTask: 'empty',
  keepsLines: false,
  pollMs: 3_000,
};

const trueai: Dialect = {
  ...novicezk,
  title: 'midjourney-proxy (trueai)',
  hasModes: true,
  hasButtons: true,
  references: 'upload',
  shortens: true,
  edits: 'whole',
  retextures: true,
  clips: 'picture',
  choosesClips: true,
  // The record ends, but the account continues drawing.
  cancels: 'sent',
  hasAccounts: true,
  codeNine: 'full',
};

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  novicezk,
  trueai,
  // What its own upstream is decides about the rest.
  'new-api': {
    ...trueai,
    title: 'new-api',
    secretIn: 'authorization',
    retextures: false,
    choosesClips: false,
    cancels: 'none',
    codeNine: 'unknown',
    unknownTask: 'code 4',
    // It asks its own upstream every 15 seconds.
    pollMs: 5_000,
  },
  kinora: {
    ...trueai,
    title: 'Kinora',
    secretIn: 'authorization',
    // An upload would have another address each time, and a repeated start another prompt.
    references: 'data',
    edits: 'masked',
    clips: 'words',
    hasModels: true,
    knowsKey: true,
    cancels: 'free',
    keepsShape: true,
    hasAccounts: false,
    codeNine: 'unknown',
    keepsLines: true,
    pollMs: 500,
  },
};
