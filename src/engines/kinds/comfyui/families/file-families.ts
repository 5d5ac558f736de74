/**
 * Finds the families that the model files of a server belong to. A server lists them by folder, and a folder
 * holds files for several families.
 */
import type { Family } from './families.ts';

/** A family that can load files other than the one that its workflows name. */
export interface Candidate {
  readonly name: string;
  readonly family: Pick<Family, 'architecture'>;
  /** The file that its workflows name. Families that name the same file run the same models. */
  readonly model: string | undefined;
  readonly files: readonly string[];
}

/**
 * Returns the architecture that a file declares (`modelspec.architecture`), or undefined if there is none.
 */
export type FindArchitecture = (file: string) => Promise<string | undefined>;

/** The most files that are asked for, because each file takes a request. */
const maxAsked = 60;

/**
 * Returns the families of each file. If there are none, the server does not show the right one, and a route
 * must name it.
 */
export async function familiesOfFiles(
  candidates: readonly Candidate[],
  findArchitecture: FindArchitecture,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = [...new Set(candidates.flatMap(({ files: candidateFiles }) => candidateFiles))];
  const findCandidates = (file: string) =>
    candidates.filter(({ files: candidateFiles }) => candidateFiles.includes(file));
  const doubtfulFiles = files.filter(
    file => new Set(findCandidates(file).map(({ model }) => model)).size > 1,
  );
  const declaringFiles = doubtfulFiles.filter(file =>
    findCandidates(file).some(({ family }) => family.architecture),
  );
  const architectureEntries = await Promise.all(
    declaringFiles.slice(0, maxAsked).map(async file => [file, await findArchitecture(file)] as const),
  );
  const architectures = new Map(architectureEntries);
  const fits = (file: string, { family }: Candidate) => {
    if (!doubtfulFiles.includes(file)) return true;
    return family.architecture?.test(architectures.get(file) ?? '') ?? false;
  };
  return new Map(
    files.map(file => [
      file,
      findCandidates(file)
        .filter(candidate => fits(file, candidate))
        .map(({ name }) => name),
    ]),
  );
}
