/**
 * A kind of engine, such as the built-in one: code that can open any number of instances. An instance is data (`instances/`): an operator
 * adds, changes and removes instances while the service runs.
 * @NOTE length: the whole contract that a kind can fulfil, most of it descriptions.
 */
import type { Reason } from '@kinora/shared/errors/reason';
import type { z } from 'zod';
import type { Engine, EngineError, EngineInput, EngineJob, Json, PromptReader } from './engine.ts';
import type { SizeRules } from '../../media/picture/size-rules.ts';
import type { JobKind } from '@kinora/shared/models/job-kinds';
import type { LocalProgram } from './local-program.ts';
import type { Spool } from './spool.ts';

/** A text in the languages of the Console. */
export interface Texts {
  readonly en: string;
  readonly zh: string;
}

export type SettingValue = string | number | boolean;
/** Checked against the `settings` of the kind, with defaults filled in. */
export type EngineSettings = Readonly<Record<string, SettingValue>>;

/** How an instance is reached. */
export interface InstanceAccess {
  /** Of the instance: `^[a-z][a-z0-9-]{0,39}$`. */
  readonly name: string;
  /** Base URL without a trailing slash. Undefined for kinds whose `address` is `none`. */
  readonly url: string | undefined;
  /** In plain text. It goes into headers only, and only to the origin of `url`. */
  readonly secret: string | undefined;
  readonly settings: EngineSettings;
}

/** What an instance is opened with. */
export interface InstanceOptions extends InstanceAccess {
  /** The number of jobs at the same time. Undefined: the kind's default. */
  readonly slots: number | undefined;
  /** Where answers that an engine gives only once are kept until their task is saved. */
  readonly spool: Spool;
  /**
   * The address at which the provider may report a change of the work with this start key, HTTP or HTTPS. Undefined: it cannot reach this
   * server. It is a secret of this start. Whoever knows it can have the state of the work asked for, and nothing else.
   */
  readonly webhookUrl?: (key: string) => Promise<string | undefined>;
}

/** A report that has arrived at an address of `webhookUrl`. */
export interface WebhookReport {
  /** By names in lower case. A header that was sent several times is joined by commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** As it was received, because signatures are made over these bytes. At most 256 KB. */
  readonly body: Uint8Array;
  /** The address as the provider was given it. */
  readonly url: string;
  readonly access: InstanceAccess;
  /** Milliseconds since 1970. */
  readonly now: number;
  /**
   * The keys of the provider, kept in memory for an hour. `read` asks the provider for them. If a signature is wrong, they may have
   * changed: `verifyWebhook` is then called once more with keys that were just read, at most once a minute.
   */
  keys<Keys>(read: (signal: AbortSignal) => Promise<Keys>): Promise<Keys>;
}

/** What a provider says that one of its models costs. */
export interface UpstreamPrice {
  /** As a route names the model. */
  readonly upstream: string;
  readonly unit: 'image' | 'second' | 'clip';
  /** A decimal number, such as `0.039`, as the provider writes it: whoever calls checks it. */
  readonly amount: string;
  /** Such as `USD`. */
  readonly currency: string;
  /** What it is the price of, if there are several: as the provider names it, such as `720p with sound`. Absent: of every job. */
  readonly condition?: string;
}

/** How LiteLLM's public cost map names a model. */
export interface ListedModel {
  /** Its `litellm_provider`. */
  readonly provider: string;
  /** Without the provider, such as `veo-3.1-generate-001` for `gemini/veo-3.1-generate-001`. */
  readonly model: string;
}

/** What a provider says about one of its models, as an operator would add it. Nothing in it is used before an operator adds it. */
export interface ProposedCard {
  readonly kind: 'image' | 'video';
  readonly name: string;
  readonly description: string;
  /** JSON Schema of each parameter that clients could send, by name. A video has `seconds`, `resolution`, `aspect_ratio` and `fps`. */
  readonly parameters: Readonly<Record<string, ProposedParameter>>;
  /** Pictures that a video request could bring, by the fields of the video interface. */
  readonly references: Readonly<Record<string, { readonly max: number; readonly required?: boolean }>>;
  /** Settings with which an instance runs this model. What it could do follows from them. */
  readonly settings: EngineSettings;
  /** What the operator should know or decide: one short sentence each. */
  readonly notes: readonly string[];
}

export interface ProposedParameter {
  readonly type: 'integer' | 'number' | 'boolean' | 'string';
  readonly description?: string;
  readonly enum?: readonly SettingValue[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: SettingValue;
}

/** A job before it is submitted: without the bytes of its inputs. */
export type PlannableJob = Omit<EngineJob, 'taskId' | 'model' | 'inputs' | 'clip' | 'parent'> & {
  readonly inputs?: readonly Omit<EngineInput, 'bytes'>[];
  readonly clip?: Pick<NonNullable<EngineJob['clip']>, 'seconds'>;
};

/** What an instance can do for one model. */
export interface Offer {
  readonly jobs: readonly JobKind[];
  /** Whether follow-ups need only the pixels of a picture. Otherwise they need the recipe of an engine of this kind. */
  readonly startsFromPixels: boolean;
  /** Why it cannot do a job of these kinds, as a sentence. Undefined: it can. */
  rejection?(job: PlannableJob): Reason | undefined;
  /** What it would need to do jobs of this kind, such as `inpainting or editing by instruction`. Absent: nothing would help. */
  needs?(kind: JobKind): Texts;
  /** The sizes in which it generates images. Absent: any. */
  readonly sizes?: SizeRules;
  /** Inline parameters that have no effect here, such as `--stylize`. */
  ignored?(job: PlannableJob): readonly string[];
}

/** What a probe found. Nothing was generated, and nothing was charged. */
export interface ProbeResult {
  /** Name and version of the program, as it reports them. */
  readonly program: string | undefined;
  /** Names of its models or workflows, for `upstream` of a route. Empty: it does not tell. */
  readonly models: readonly string[];
  /** Names for `upstream` that may be right: the program lists the file, and not what it is. The likely ones come first. */
  readonly uncertain?: readonly string[];
  /** Those of `models` with which an engine of this kind can do nothing, such as chat models that accept no images. */
  readonly unsuitable?: readonly string[];
  /** Settings that suit what was found better than those of the instance. */
  readonly settings?: EngineSettings;
  /** What to change in the settings of the instance, in the form of `notes`. `settings` has these changes. */
  readonly advice?: readonly string[];
  /** What an operator should know: queue, memory, devices. One short sentence each. */
  readonly notes: readonly string[];
  /** Why it does not work, if something is known of it all the same. Absent: it responded, or was not contacted. */
  readonly failure?: EngineError;
  /** There was nothing to contact, such as a program that no job has started yet. Absent: it was contacted. */
  readonly isIdle?: boolean;
}

/** Binds an input of a workflow to a slot: a value that Kinora sets. */
export interface SlotBinding {
  /** Such as `prompt` or `seed`. */
  readonly slot: string;
  readonly node: string;
  /** Absent: the slot only marks the node, such as the one that saves the result. */
  readonly input?: string | undefined;
  /** Without a value, the node is left out. */
  readonly isOptional?: boolean | undefined;
}

/** A workflow of the operator: what an engine runs for one primitive. */
export interface OwnWorkflow {
  /** What `upstream` of a route names, before a colon: `^[a-z0-9][a-z0-9.-]{0,63}$`. */
  readonly family: string;
  /** One of those that the kind names in `needs`. */
  readonly primitive: string;
  /** As its program exports it. */
  readonly graph: Json;
  readonly slots: readonly SlotBinding[];
  /** The sizes that it makes: multiples of a number, and perhaps limits of the number of pixels. */
  readonly sizes: { readonly multiple?: number; readonly minPixels?: number; readonly maxPixels?: number };
  /** Of clips: the frame rate, and that the number of frames is a multiple, plus one. Absent: any. */
  readonly timing?: { readonly framesPerSecond: number; readonly multiple: number } | undefined;
}

export interface WorkflowInput {
  readonly name: string;
  /** The value of the workflow. Undefined: it comes from another node. */
  readonly value: Json | undefined;
  /** The node that it comes from. */
  readonly from: string | undefined;
}

/** A workflow as a person binds its slots. */
export interface ReadableWorkflow {
  /** As it is stored: without what other programs wrap around an export. */
  readonly graph: Json;
  readonly nodes: readonly {
    readonly id: string;
    readonly className: string;
    readonly title: string | undefined;
    readonly inputs: readonly WorkflowInput[];
  }[];
  /** Those that its titles name, and those that its nodes suggest. */
  readonly slots: readonly (SlotBinding & { readonly isInTitle: boolean })[];
  /** Why its graph can never run, whatever its slots are. Sentences without a full stop. Empty: nothing is known against it. */
  readonly mistakes: readonly Reason[];
}

/** What keeps a workflow from running on a server, by the name under which a person would look for it. */
export interface WorkflowLack {
  /**
   * A class of nodes or a file that the server does not have. `value`: an input that the workflow leaves out, or whose value the server does
   * not accept, so that the workflow has to change. `unlisted`: an input that the server does not list. It is sent, because nodes whose
   * inputs a button adds take it. It keeps nothing from running by itself.
   */
  readonly kind: 'node' | 'file' | 'value' | 'unlisted';
  readonly name: string;
  /** The node that needs it. */
  readonly node: string;
  /** The input whose value or name is the problem. */
  readonly input: string | undefined;
}

export interface WorkflowRejection {
  readonly field: 'graph' | 'slots' | 'primitive';
  readonly reason: Reason;
}

/** For kinds whose engines run workflows: what can be done with those of the operator. */
export interface WorkflowSupport {
  /** What a workflow can be for, with the slots without which it cannot do that. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  /** Families that come with the product. */
  readonly shipped: readonly string[];
  read(graph: unknown): ReadableWorkflow | WorkflowRejection;
  /** Why it can never run, on no server. Undefined: it can. */
  rejection(workflow: OwnWorkflow): WorkflowRejection | undefined;
  /** From now on, these are the workflows of the operator in this process. A step keeps what it was started with. */
  replace(workflows: readonly OwnWorkflow[]): void;
  /** What the server of an instance lacks. Generates nothing. Throws EngineError, as a probe does. */
  lacks(access: InstanceAccess, workflow: OwnWorkflow, signal: AbortSignal): Promise<readonly WorkflowLack[]>;
  /** The same, of a family that comes with the product. */
  shippedLacks(
    access: InstanceAccess,
    family: string,
    signal: AbortSignal,
  ): Promise<readonly (WorkflowLack & { readonly primitive: string })[]>;
}

/** What a route tells an engine of this kind. */
export interface RouteTerms {
  readonly upstream: string;
  /** `rename`: by the name of a parameter of the card. `set`: what the engine always gets. */
  readonly parameters: {
    readonly rename: Readonly<Record<string, string>>;
    readonly set: Readonly<Record<string, SettingValue>>;
  };
}

export interface RouteProblem {
  readonly field: 'upstream' | 'parameters';
  /** A sentence without a full stop: it follows the name of the field. */
  readonly reason: Reason;
}

export interface EngineKind {
  /** `^[a-z][a-z0-9-]{0,39}$`, unique. */
  readonly kind: string;
  readonly title: string;
  readonly description: Texts;
  /** Whether an instance has a base URL. */
  readonly address: 'none' | 'required';
  /** The base URL of an instance that names none: that of the provider. */
  readonly defaultUrl?: string;
  /** Whether an instance has a secret, such as an API key. */
  readonly secret: 'none' | 'optional' | 'required';
  /** A flat object of texts, numbers, booleans and enums. Forms and help are generated from it: each field has a description. */
  readonly settings: z.ZodObject;
  /** What an instance with these settings can do for a model or workflow. Pure: also called where the engine is not open. */
  offer(upstream: string, settings: EngineSettings): Offer;
  /** Why no task of a route with these terms could work as they say. Pure. Absent, or undefined: nothing is known to be wrong. */
  routeProblem?(terms: RouteTerms): RouteProblem | undefined;
  /** Instances are declared in `kinora.engines.yaml` only, by who has the server: their settings name programs that it runs. */
  readonly declaredOnly?: boolean;
  /** Programs of this kind that people run on their own machines, so that they can be found. Absent: none. */
  readonly localPrograms?: readonly LocalProgram[];
  /** The host name of the machine on which alone an instance with these settings is opened. Absent or empty: on every one. */
  nodeOf?(settings: EngineSettings): string;
  /** Absent: its engines run no workflows of the operator. */
  readonly workflows?: WorkflowSupport;
  /** Absent: every prompt is accepted. */
  readonly promptReader?: PromptReader;
  /**
   * Begins what the first instance will need, in the background. Called at most once, by the first start of a server, before the database is
   * made and the instance is opened with the default number of slots. Absent: there is nothing to prepare.
   */
  prepare?(): void;
  /** Opens an instance, without contacting it. Throws only for a programming error. */
  open(options: InstanceOptions): Engine;
  /**
   * Contacts the engine without generating anything. Throws EngineError: `engine_unavailable`, `engine_unauthorized`, or `engine_error` with
   * what is wrong. Absent: there is nothing to contact.
   */
  probe?(access: InstanceAccess, signal: AbortSignal): Promise<ProbeResult>;
  /**
   * Whether the provider itself has sent this report: its signature is right and recent. Called only for addresses of `webhookUrl`. A report
   * is a hint to ask for the state, never the state itself. May throw EngineError if keys cannot be read. Absent: it signs nothing.
   */
  verifyWebhook?(report: WebhookReport, signal: AbortSignal): Promise<boolean>;
  /**
   * The provider's own prices of these upstreams, for proposals to an operator. Upstreams without a known price are left out. Throws
   * EngineError, as a probe does. Absent: it publishes none.
   */
  readPrices?(
    access: InstanceAccess,
    upstreams: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly UpstreamPrice[]>;
  /**
   * The name of an upstream in LiteLLM's public cost map, for proposals of a kind whose provider publishes no prices. Pure. Undefined: an
   * instance with these settings does not speak to a provider of the map. Absent: none does.
   */
  listedAs?(upstream: string, settings: EngineSettings): ListedModel | undefined;
  /**
   * Reads the provider's description of a model, as a proposal for a model card. Generates nothing and changes nothing. Throws EngineError, as
   * a probe does: `engine_rejected` for a model that it does not have. Absent: it describes none.
   */
  proposeCard?(access: InstanceAccess, upstream: string, signal: AbortSignal): Promise<ProposedCard>;
}
