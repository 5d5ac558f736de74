/**
 * A kind of engine, such as the built-in one: code that can open any number of instances. An instance is data (`instances/`): an operator
 * adds, changes and removes instances while the service runs.
 */
import type { z } from 'zod';
import type { Engine, JobKind, PromptReader } from './engine.ts';

/** A text in the languages of the Console. */
export interface Texts {
  readonly en: string;
  readonly zh: string;
}

export type SettingValue = string | number | boolean;
/** Checked against the `settings` of the kind, with defaults filled in. */
export type EngineSettings = Readonly<Record<string, SettingValue>>;

/** What an instance is opened with. */
export interface InstanceOptions {
  /** Of the instance: `^[a-z][a-z0-9-]{0,39}$`. */
  readonly name: string;
  /** Base URL without a trailing slash. Undefined for kinds whose `address` is `none`. */
  readonly url: string | undefined;
  /** In plain text. It goes into headers only, and only to the origin of `url`. */
  readonly secret: string | undefined;
  readonly settings: EngineSettings;
  /** The number of jobs at the same time. Undefined: the kind's default. */
  readonly slots: number | undefined;
}

/** What a probe found. Nothing was generated, and nothing was charged. */
export interface ProbeResult {
  /** Name and version of the program, as it reports them. */
  readonly program: string | undefined;
  /** Names of its models or workflows, for `upstream` of a route. Empty: it does not tell. */
  readonly models: readonly string[];
  /** What an operator should know: queue, memory, devices. One short sentence each. */
  readonly notes: readonly string[];
}

export interface EngineKind {
  /** `^[a-z][a-z0-9-]{0,39}$`, unique. */
  readonly kind: string;
  readonly title: string;
  readonly description: Texts;
  /** Whether an instance has a base URL. */
  readonly address: 'none' | 'required';
  /** Whether an instance has a secret, such as an API key. */
  readonly secret: 'none' | 'optional' | 'required';
  /** A flat object of texts, numbers, booleans and enums. Forms and help are generated from it: each field has a description. */
  readonly settings: z.ZodObject;
  /** The kinds of jobs that its instances can do. */
  readonly jobs: readonly JobKind[];
  /** Absent: every prompt is accepted. */
  readonly promptReader?: PromptReader;
  /** Opens an instance, without contacting it. Throws only for a programming error. */
  open(options: InstanceOptions): Engine;
  /**
   * Contacts the engine without generating anything. Throws EngineError: `engine_unavailable`, `engine_unauthorized`, or `engine_error` with
   * what is wrong. Absent: there is nothing to contact.
   */
  probe?(options: InstanceOptions, signal: AbortSignal): Promise<ProbeResult>;
}
