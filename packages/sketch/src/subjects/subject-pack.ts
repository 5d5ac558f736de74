/** The pictures of all subjects, from the data of the package. */
import { openDataFile } from '../data/data-file.ts';

/** SVG picture: what stands between the root's tags, and the root's box. */
export interface Icon {
  readonly body: string;
  readonly width: number;
  readonly height: number;
}

export interface SubjectPack {
  /** Throws when there is no such picture: the table and the data are made together. */
  readIcon(name: string): Icon;
  close(): void;
}

export function openSubjectPack(): SubjectPack {
  const data = openDataFile();
  return {
    readIcon(name) {
      const { bytes, width, height } = data.read(name);
      return { body: bytes.toString('utf8'), width, height };
    },
    close: () => data.close(),
  };
}
