/**
 * A kind of engine, such as the built-in one: code that can open any number of instances. An instance is data
 * (`instances/`): an operator adds, changes and removes instances while the service runs.
 */
import type { z } from 'zod';
import type { Engine } from '../engine.ts';
import type { PromptReader } from '../prompt-reader.ts';
import type { LocalProgram } from './local-program.ts';
import type { Texts } from './texts.ts';
import type { EngineSettings } from './engine-settings.ts';
import type { InstanceAccess } from './instance-access.ts';
import type { InstanceOptions } from './instance-options.ts';
import type { ProviderReport } from './provider-report.ts';
import type { UpstreamPrice } from './upstream-price.ts';
import type { ListedModel } from './listed-model.ts';
import type { ProposedCard } from './proposed-card.ts';
import type { Offer } from './offer.ts';
import type { ProbeResult } from './probe-result.ts';
import type { WorkflowSupport } from './workflow-support.ts';
import type { RouteTerms, RouteProblem } from './route-problem.ts';

/** The required and the optional parts of a kind. */
export interface EngineKind {
  /** `^[a-z][a-z0-9-]{0,39}$`, unique. */
  readonly kind: string;
  /** The name that operators see, such as `ComfyUI`. */
  readonly title: string;
  /** The purpose of the kind, in one sentence. */
  readonly description: Texts;
  /** Whether an instance has a base URL. */
  readonly address: 'none' | 'required';
  /** The base URL of the provider, for an instance that names none. Absent if there is no default. */
  readonly defaultUrl?: string;
  /** Whether an instance has a secret, such as an API key. */
  readonly secret: 'none' | 'optional' | 'required';
  /**
   * A flat object of texts, numbers, booleans and enums. Forms and help are generated from it:
   * each field has a description.
   */
  readonly settings: z.ZodObject;
  /**
   * What an instance with these settings can do for a model or workflow. Pure: also called
   * where the engine is not open.
   */
  offer(upstream: string, settings: EngineSettings): Offer;
  /**
   * Finds out why no task of a route with these terms could work. Pure. Absent, or undefined, if no problem
   * is known.
   */
  routeProblem?(terms: RouteTerms): RouteProblem | undefined;
  /**
   * Whether instances can only be declared in `kinora.engines.yaml`, by a person with access to the server,
   * because their settings name programs that the server runs.
   */
  readonly declaredOnly?: boolean;
  /**
   * Programs of this kind that people run on their own machines, so that they can be
   * found. Absent if there is none.
   */
  readonly localPrograms?: readonly LocalProgram[];
  /**
   * The host name of the machine on which alone an instance with these settings is opened. Absent or empty
   * means every machine.
   */
  nodeName?(settings: EngineSettings): string;
  /** The support for workflows of the operator. Absent if its engines run none. */
  readonly workflows?: WorkflowSupport;
  /** Reports which words of a prompt its engines understand. Absent if every prompt is accepted. */
  readonly promptReader?: PromptReader;
  /**
   * Prepares for the first instance in the background. Called at most once, by the first start of a server,
   * before the database is made and the instance is opened with the default number of slots. Absent if there
   * is nothing to prepare.
   */
  prepare?(): void;
  /** Opens an instance, without contacting it. Throws only for a programming error. */
  open(options: InstanceOptions): Engine;
  /**
   * Contacts the engine without generating anything. Throws EngineError: `engine_unavailable`,
   * `engine_unauthorized`, or `engine_error` with what is wrong. Absent if there is nothing to contact.
   */
  probe?(access: InstanceAccess, signal: AbortSignal): Promise<ProbeResult>;
  /**
   * Whether the provider itself has sent this report: its signature is right and recent. Called only for
   * addresses of `reportUrl`. A report is a hint to ask for the state, never the state itself. May throw
   * EngineError if keys cannot be read. Absent if it signs nothing.
   */
  verifyReport?(report: ProviderReport, signal: AbortSignal): Promise<boolean>;
  /**
   * The provider's own prices of these upstreams, for proposals to an operator. Upstreams without a known
   * price are left out. Throws EngineError, as a probe does. Absent if it publishes none.
   */
  readPrices?(
    access: InstanceAccess,
    upstreams: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly UpstreamPrice[]>;
  /**
   * The name of an upstream in LiteLLM's public cost map, for proposals of a kind whose provider
   * publishes no prices. Pure. Undefined means an instance with these settings does not speak to a
   * provider of the map. Absent if none does.
   */
  listedAs?(upstream: string, settings: EngineSettings): ListedModel | undefined;
  /**
   * Reads the provider's description of a model, as a proposal for a model card. Generates nothing and
   * changes nothing. Throws EngineError, as a probe does: `engine_rejected` for a model that it does not
   * have. Absent if it describes none.
   */
  proposeCard?(access: InstanceAccess, upstream: string, signal: AbortSignal): Promise<ProposedCard>;
}
