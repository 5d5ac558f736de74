/** The parameters of a model, as a request gives them. */

export type ParameterValue = string | number | boolean;
export type Parameters = Readonly<Record<string, ParameterValue>>;
