/** A model card that is proposed from a provider's description of a model. */
import type { SettingValue, EngineSettings } from './engine-settings.ts';

/**
 * What a provider publishes about one of its models, as an operator would add it. Nothing in it is
 * used before an operator adds it.
 */
export interface ProposedCard {
  /** What the model makes. */
  readonly kind: 'image' | 'video';
  /** The name of the model that the provider shows to people. */
  readonly name: string;
  /** The description of the provider. Empty if there is none. */
  readonly description: string;
  /**
   * JSON Schema of each parameter that clients could send, by name. A video has `seconds`,
   * `resolution`, `aspect_ratio` and `fps`.
   */
  readonly parameters: Readonly<Record<string, ProposedParameter>>;
  /** Pictures that a video request could bring, by the fields of the video interface. */
  readonly references: Readonly<Record<string, { readonly max: number; readonly required?: boolean }>>;
  /** Settings with which an instance runs this model. Its abilities follow from them. */
  readonly settings: EngineSettings;
  /** What the operator should know or decide: one short sentence each. */
  readonly notes: readonly string[];
}

/** The part of JSON Schema that cards have for a parameter. */
export interface ProposedParameter {
  /** The type of a value. */
  readonly type: 'integer' | 'number' | 'boolean' | 'string';
  /** The description of the provider. Absent if there is none. */
  readonly description?: string;
  /** The allowed values. Absent means any value of the type. */
  readonly enum?: readonly SettingValue[];
  /** The smallest number. Absent means no limit. */
  readonly minimum?: number;
  /** The greatest number. Absent means no limit. */
  readonly maximum?: number;
  /** The value of requests that name none. Absent if there is no default. */
  readonly default?: SettingValue;
}
