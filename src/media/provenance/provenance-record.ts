/** The provenance of a file, as it is written into the file. */
import type { DigitalSourceType } from './digital-source-type.ts';

/** Contains only values that JSON can represent. */
export interface Provenance {
  readonly engine: string;
  /** The model card's id. */
  readonly model: string;
  readonly prompt: string;
  readonly seed: number;
  /** The other parameters of the task: small JSON, a few kilobytes at most. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly taskId: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly digitalSourceType: DigitalSourceType;
}

/** The term of the IPTC vocabulary, by which other programs know the type. */
export function digitalSourceTypeUri({ digitalSourceType }: Pick<Provenance, 'digitalSourceType'>): string {
  return `http://cv.iptc.org/newscodes/digitalsourcetype/${digitalSourceType}`;
}
