/**
 * The catalogue of local models: its entries, one file each in `local-models/`,
 * and the program that runs them.
 */
import { z } from 'zod';
import { modelCard, operations } from '@kinora/shared/models/model-card';

/** Options of the program that take a file of weights. */
export const fileOptions = [
  '--model',
  '--diffusion-model',
  '--high-noise-diffusion-model',
  '--vae',
  '--audio-vae',
  '--tae',
  '--clip_l',
  '--clip_g',
  '--t5xxl',
  '--llm',
  '--llm_vision',
  '--clip_vision',
  '--embeddings-connectors',
] as const;

const text = z.strictObject({ en: z.string().min(1).max(500), zh: z.string().min(1).max(500) });
const repository = z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/);
/** A relative path that does not leave its folder. */
const path = z.string().regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w.+-]+(?:\/[\w.+-]+)*$/);
const gigabytes = z.number().positive().max(1000);

export const weightsFile = z
  .strictObject({
    option: z.enum(fileOptions),
    /** The repository on the Hugging Face hub. */
    repository,
    /**
     * A commit, so that the file cannot change. A branch if the hash is known, or is to be read from the hub.
     */
    revision: z.string().regex(/^[\w.-]{1,100}$/),
    path,
    size: z.int().positive().optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  })
  .refine(({ size, sha256 }) => (size === undefined) === (sha256 === undefined), {
    message: 'a file has its size and its hash, or neither',
  });
export type WeightsFile = z.output<typeof weightsFile>;

export const localModelEntry = z
  .strictObject({
    /** The name by which it is installed, and the ID of its model unless the operator chooses another one. */
    name: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,35}$/),
    title: z.string().min(1).max(100),
    summary: text,
    kind: z.enum(['image', 'video']),
    /** Checkpoints of this family can be added by path: they take the place of its first file. */
    family: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,35}$/),
    /** Among the models that run well on a machine, the one with the highest rank is recommended. */
    rank: z.int().min(0).max(100),
    license: z.strictObject({ name: z.string().min(1).max(100), commercial: z.boolean(), url: z.url() }),
    link: z.url(),
    files: z.array(weightsFile).min(1).max(10),
    /** Further options of the program. */
    options: z.array(z.string().regex(/^--[\w-]+$|^[\w.=,:-]+$/)).default([]),
    /** The memory and disk space that the model needs, in gigabytes. */
    needs: z.strictObject({
      memory: gigabytes,
      /** Video memory with which all weights fit. */
      video: gigabytes,
      /** Video memory that is enough while weights wait in main memory. */
      low: gigabytes.optional(),
      processor: z.enum(['well', 'slowly', 'no']),
      /** All files together, where a size is read from the hub. */
      download: gigabytes.optional(),
    }),
    operations: z.array(z.enum(operations)).min(1).optional(),
    sizes: modelCard.shape.sizes,
    /** Settings of the engine: what the model can do. */
    settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    /** Steps that a client may choose. Absent if they are fixed in `set`. */
    steps: z
      .strictObject({ parameter: z.string(), least: z.int(), most: z.int(), default: z.int() })
      .optional(),
    clip: z
      .strictObject({
        seconds: z.array(z.int().min(1).max(60)).min(1),
        resolutions: z.array(z.string().regex(/^\d{3,4}p$/)).min(1),
        aspects: z.array(z.string().regex(/^\d{1,2}:\d{1,2}$/)).min(1),
        framesPerSecond: z.int().min(1).max(60),
        fromPicture: z.boolean().default(false),
        toPicture: z.boolean().default(false),
      })
      .optional(),
    /** Parameters that the engine always gets. */
    set: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
    /** The size of the test picture. */
    test: z.strictObject({ width: z.int().min(64).max(2048), height: z.int().min(64).max(2048) }),
    timeoutSeconds: z.int().min(60).max(86_400).optional(),
  })
  .refine(({ kind, clip }) => (kind === 'video') === (clip !== undefined), { message: 'a video has `clip`' })
  .refine(
    ({ files, needs }) => needs.download !== undefined || files.every(({ size }) => size !== undefined),
    {
      message: 'a file without a size needs `needs.download`',
    },
  );
export type LocalModelEntry = z.output<typeof localModelEntry>;

export const programRelease = z.strictObject({
  /** The kind of engine that runs the program. */
  kind: z.string(),
  repository,
  release: z.string().regex(/^[\w.-]{1,100}$/),
  program: path,
  /** Arguments of one run that shows that the program works here. */
  proof: z.array(z.string()),
  /**
   * Arguments of a run that lists the devices which the program finds: a name and a description in each line.
   */
  devices: z.array(z.string()),
  archives: z.array(
    z.strictObject({
      platform: z.string(),
      arch: z.string(),
      gpu: z.boolean().default(false),
      file: z.string(),
    }),
  ),
});
export type ProgramRelease = z.output<typeof programRelease>;

/** The bytes of all files. Estimated where a size is not known yet. */
export function downloadBytes({ files, needs }: Pick<LocalModelEntry, 'files' | 'needs'>): number {
  const knownBytes = files.reduce((sum, { size = 0 }) => sum + size, 0);
  const isComplete = files.every(({ size }) => size !== undefined);
  return isComplete ? knownBytes : Math.max(knownBytes, (needs.download ?? 0) * 1e9);
}
