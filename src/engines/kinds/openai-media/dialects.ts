/**
 * Servers that speak the media interfaces of OpenAI, and how they differ. Facts from their sources and
 * documents: OpenAI 2026-11, LiteLLM 1.106, new-api 0.13, vLLM-Omni 0.30.0, SGLang 0.5.23, LocalAI 2026-11.
 */
import { without } from '../../../platform/lib/without.ts';
import type { ParameterTypes } from '../../planner/card-parameters.ts';

export const dialectNames = [
  'openai',
  'litellm',
  'new-api',
  'kinora',
  'vllm-omni',
  'sglang',
  'localai',
] as const;
export type DialectName = (typeof dialectNames)[number];

export interface Dialect {
  readonly title: string;
  /** Whether it has several models. Otherwise a name that it does not know would be refused. */
  readonly sendsModel: boolean;
  /** It makes clips only, regardless of what the instance says. */
  readonly makesClips?: true;
  /**
   * It can send pictures of the work in progress. LiteLLM refuses such requests
   * (BerriAI/litellm#19569), new-api ignores the wish.
   */
  readonly streams?: true;
  /** Pictures can be asked for as base64. Otherwise they always are, or the model decides. */
  readonly hasFormat: boolean;
  /** How many pictures one request can ask for, with seeds that follow each other or without seeds. */
  readonly most: number;
  readonly hasSeed: boolean;
  /** `bar`: after a `|` in the prompt. */
  readonly negative: 'field' | 'bar' | undefined;
  /** How pictures are edited: the name of the multipart field, or JSON with base64 in `ref_images`. */
  readonly editField: 'image[]' | 'image' | 'ref_images';
  readonly editPictures: number;
  /** The multipart field of a mask. Absent if it has none. */
  readonly maskField: string | undefined;
  readonly clips: ClipDialect;
  /**
   * The parameters of model cards that may reach it. Others could read files of the server or change it.
   * `any`: it checks them itself.
   */
  readonly parameters: ParameterTypes | 'any';
}

export interface ClipDialect {
  /** `jobs`: `/v1/videos`, to be polled. `once`: `/video`, which answers with the clip. */
  readonly kind: 'jobs' | 'once';
  /** `files`: multipart if there is a file, otherwise JSON. */
  readonly body: 'multipart' | 'files' | 'json';
  readonly seconds: 'text' | 'number';
  /** Whether it takes the frame rate, and a seed and a negative prompt. */
  readonly isDetailed: boolean;
  /** The field for sound, for models that can be told. */
  readonly soundField?: string;
  /** The file field of the last frame, and that of pictures that the clip shows. Absent if it has none. */
  readonly lastField?: string;
  readonly referencesField?: string;
  /**
   * It makes the sizes of its model's card and no others, and says so. Those are the sizes of ours,
   * unless the instance lists them.
   */
  readonly hasExactSizes?: true;
  /** It knows a start by the header `Idempotency-Key`: a repeat is the same job. */
  readonly knowsKey?: true;
  /** Whether cancelling a job ends the work. Otherwise it continues, and the result is lost. */
  readonly canAbort: boolean;
  /**
   * A job is cancelled by a route of its own and keeps its record. Absent if it is deleted,
   * where the server knows that.
   */
  readonly cancelPath?: string;
  /**
   * It lists its jobs, so that a probe sees whether it makes clips. LiteLLM does not
   * list those of its providers.
   */
  readonly lists?: true;
  /** Whether it keeps the files of finished jobs in memory or on its own disk until they are deleted. */
  readonly keepsFiles: boolean;
}

const openai: Dialect = {
  title: 'OpenAI',
  sendsModel: true,
  streams: true,
  hasFormat: false,
  most: 10,
  hasSeed: false,
  negative: undefined,
  editField: 'image[]',
  editPictures: 16,
  maskField: 'mask',
  clips: {
    kind: 'jobs',
    body: 'multipart',
    seconds: 'text',
    isDetailed: false,
    canAbort: false,
    keepsFiles: false,
    lists: true,
  },
  parameters: {
    quality: 'string',
    style: 'string',
    background: 'string',
    moderation: 'string',
    input_fidelity: 'string',
  },
};

const diffusionParameters: ParameterTypes = {
  num_inference_steps: 'number',
  guidance_scale: 'number',
  guidance_scale_2: 'number',
  true_cfg_scale: 'number',
  flow_shift: 'number',
};

const vllmOmni: Dialect = {
  title: 'vLLM-Omni',
  sendsModel: false,
  hasFormat: true,
  // Several pictures of one request share a seed.
  most: 1,
  hasSeed: true,
  negative: 'field',
  editField: 'image',
  editPictures: 4,
  maskField: 'mask_image',
  clips: {
    kind: 'jobs',
    body: 'multipart',
    seconds: 'text',
    isDetailed: true,
    soundField: 'generate_sound',
    canAbort: true,
    keepsFiles: true,
    lists: true,
  },
  parameters: diffusionParameters,
};

/** A gateway lacks what only OpenAI itself has. */
const gateway: Dialect = { ...without(openai, ['streams']), clips: without(openai.clips, ['lists']) };

/** Another Kinora. Parameters of its model's card are those of ours, and reach it by their names. */
const kinora: Dialect = {
  ...gateway,
  title: 'Kinora',
  makesClips: true,
  clips: {
    kind: 'jobs',
    body: 'multipart',
    seconds: 'text',
    isDetailed: true,
    soundField: 'audio',
    lastField: 'last_frame',
    referencesField: 'reference_images[]',
    hasExactSizes: true,
    knowsKey: true,
    canAbort: true,
    cancelPath: '/cancel',
    keepsFiles: false,
    lists: true,
  },
  parameters: 'any',
};

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  openai,
  litellm: { ...gateway, title: 'LiteLLM' },
  'new-api': { ...gateway, title: 'new-api' },
  kinora,
  'vllm-omni': vllmOmni,
  sglang: {
    ...vllmOmni,
    title: 'SGLang',
    maskField: 'mask',
    clips: {
      kind: 'jobs',
      body: 'files',
      seconds: 'number',
      isDetailed: true,
      canAbort: false,
      keepsFiles: true,
      lists: true,
    },
  },
  localai: {
    title: 'LocalAI',
    sendsModel: true,
    hasFormat: true,
    most: 1,
    hasSeed: true,
    negative: 'bar',
    editField: 'ref_images',
    editPictures: 4,
    maskField: undefined,
    clips: {
      kind: 'once',
      body: 'json',
      seconds: 'text',
      isDetailed: true,
      canAbort: false,
      keepsFiles: false,
    },
    parameters: { step: 'number', mode: 'number', cfg_scale: 'number' },
  },
};
