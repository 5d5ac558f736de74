/** The settings of an instance. */

export type SettingValue = string | number | boolean;

/** Checked against the `settings` of the kind, with defaults filled in. */
export type EngineSettings = Readonly<Record<string, SettingValue>>;
