/**
 * Which families the model files of a server belong to. A server lists them by folder, and a folder
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

/** What a file declares about itself (`modelspec.architecture`). Undefined if there is nothing. */
export type FindArchitecture = (file: string) => Promise<string | undefined>;

/** Each file costs a request. */
const maxAsked = 60;

/**
 * By file, the families that it belongs to. None: the server does not tell, and a
 * route must name the right one.
 */
export async function familiesOfFiles(
  candidates: readonly Candidate[],
  findArchitecture: FindArchitecture,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = [...new Set(candidates.flatMap(({ files: candidateFiles }) => candidateFiles))];
  const findCandidates = (file: string) =>
    candidates.filter(({ files: candidateFiles }) => candidateFiles.includes(file));
  const doubtful = files.filter(file => new Set(findCandidates(file).map(({ model }) => model)).size > 1);
  const telling = doubtful.filter(file => findCandidates(file).some(({ family }) => family.architecture));
  const architectureEntries = await Promise.all(
    telling.slice(0, maxAsked).map(async file => [file, await findArchitecture(file)] as const),
  );
  const architectures = new Map(architectureEntries);
  const fits = (file: string, { family }: Candidate) => {
    if (!doubtful.includes(file)) return true;
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
