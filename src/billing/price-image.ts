/** What an image job costs: pure, so that the server, its buttons and the Console in a browser say the same. */
import type { ModelCard, Operation, Tier } from '../models/model-card.ts';
import type { Micros } from '../lib/money.ts';
import { quote, type Priced, type Quote } from './quote.ts';

/** What of a job decides its price. */
export interface PricedJob {
  readonly kind: Operation;
  /** Pixels of one picture, or of the clip. */
  readonly width: number;
  readonly height: number;
  readonly quality?: number;
  readonly enhance?: string;
  readonly seconds?: number;
  readonly clips?: number;
  readonly inputs?: readonly { readonly role: string; readonly width: number; readonly height: number }[];
}

export interface ImageRate {
  readonly tier: Tier;
  /** Of the token's group, in millionths. */
  readonly factorMicros: Micros;
}

/** Throws AppError `field_invalid` for a tier that the card does not offer. */
export function priceImage(card: ModelCard, job: PricedJob, { tier, factorMicros }: ImageRate): Quote {
  return quote(card, { parameters: pricedBy(job), tier, factorMicros, ...quantitiesOf(job) });
}

/** What price rules can be keyed on (docs/image-interface.md). */
function pricedBy(job: PricedJob): Record<string, string> {
  const { kind, quality } = job;
  const operation = kind === 'upscale' && !job.enhance && isCopy(job) ? 'select' : kind;
  return { operation, size: sizeName(job), ...(quality !== undefined && { quality: String(quality) }) };
}

/** By the pixels of one picture: drafts and the first versions are small, twice a usual edge is large, four times huge. */
function sizeName({ width, height }: PricedJob): string {
  const megapixels = (width * height) / 1e6;
  if (megapixels < 0.5) return 'small';
  if (megapixels < 2.5) return 'usual';
  return megapixels < 9 ? 'large' : 'huge';
}

/** Handed over as it is: nothing is painted. */
function isCopy({ width, height, inputs }: PricedJob): boolean {
  const picture = inputs?.find(({ role }) => role === 'picture');
  return picture?.width === width && picture.height === height;
}

function quantitiesOf({ kind, seconds, clips }: PricedJob): Pick<Priced, 'pictures' | 'seconds' | 'clips'> {
  const pictures = ['upscale', 'describe', 'shorten', 'clip'].includes(kind) ? 1 : 4;
  return { pictures, ...(seconds !== undefined && { seconds }), ...(clips !== undefined && { clips }) };
}
