/** A model card, as a provider's description of a model proposes it. */
import type { SettingValue, EngineSettings } from './engine-settings.ts';

/**
 * What a provider publishes about one of its models, as an operator would add it. Nothing in it is
 * used before an operator adds it.
 */
export interface ProposedCard {
  /** What the model makes. */
  readonly kind: 'image' | 'video';
  /** As the provider names the model for people. */
  readonly name: string;
  /** As the provider describes it. Empty if it does not. */
  readonly description: string;
  /**
   * JSON Schema of each parameter that clients could send, by name. A video has `seconds`,
   * `resolution`, `aspect_ratio` and `fps`.
   */
  readonly parameters: Readonly<Record<string, ProposedParameter>>;
  /** Pictures that a video request could bring, by the fields of the video interface. */
  readonly references: Readonly<Record<string, { readonly max: number; readonly required?: boolean }>>;
  /** Settings with which an instance runs this model. What it could do follows from them. */
  readonly settings: EngineSettings;
  /** What the operator should know or decide: one short sentence each. */
  readonly notes: readonly string[];
}

/** The part of JSON Schema that cards have for a parameter. */
export interface ProposedParameter {
  /** The type of a value. */
  readonly type: 'integer' | 'number' | 'boolean' | 'string';
  /** As the provider describes it. */
  readonly description?: string;
  /** The allowed values. Absent means any of the type. */
  readonly enum?: readonly SettingValue[];
  /** The smallest number. */
  readonly minimum?: number;
  /** The greatest number. */
  readonly maximum?: number;
  /** The value of requests that name none. */
  readonly default?: SettingValue;
}
