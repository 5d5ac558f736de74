/**
 * Settings: the only reader of process.env. Typed, frozen, checked in full before anything starts.
 * The table below is the only source; the table in docs/configuration.md is generated from it.
 * @NOTE length: one table, and the parsing of its values.
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Micros } from '@kinora/shared/money';
import { nearestName } from '@kinora/shared/text/nearest-name';
import type { SecretKey } from '../lib/secret-key.ts';
import {
  addressList,
  anyText,
  currency,
  hookUrl,
  httpUrl,
  issuerUrl,
  type ListenAddress,
  listenAddress,
  money,
  nonEmpty,
  oneOf,
  postgresUrl,
  secretKeys,
  secretText,
  type SettingKind,
  type Texts,
  wholeNumber,
} from './setting-kinds.ts';
import { modelVersions } from '@kinora/shared/prompt/image-versions';
import { settingsZh } from './settings-zh.ts';

export type Role = 'all' | 'api' | 'worker';

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly role: Role;
  /** Absolute path. Contains the built-in database and the generated files. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** The keys of KINORA_SECRET_KEY, which `openSecretKeys` puts to use. The first encrypts. */
  readonly configuredKeys: readonly SecretKey[];
  /** Without a trailing slash. Undefined: the address of each request. */
  readonly baseUrl: string | undefined;
  readonly directBaseUrl: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly retentionHours: number;
  /** See `StarredFiles` in media/storage/keep-starred.ts. */
  readonly starred: {
    readonly hours: number;
    readonly quotaBytes: number;
    readonly retentionHours: number;
  };
  readonly openingBalanceMicros: Micros;
  /** ISO 4217. */
  readonly currency: string;
  readonly publicModels: boolean;
  readonly allowUnknownPrompts: boolean;
  readonly maxWaiting: number;
  readonly modalSeconds: number;
  /** How long a synchronous request waits for its task. */
  readonly responseSeconds: number;
  readonly queueHours: number;
  readonly unservedMinutes: number;
  /** Webhook URL for every change of an image task whose request has none. */
  readonly notifyHook: string | undefined;
  readonly alertWebhook: string | undefined;
  readonly allowedNetworks: readonly string[];
  /** LiteLLM's cost map, or a copy. Undefined: it is not read. */
  readonly priceListUrl: string | undefined;
  /** A declaration of engines that is applied at each start. Undefined: none. */
  readonly enginesFile: string | undefined;
  readonly engineThreads: number;
  readonly taskTimeoutSeconds: number;
  readonly spillAfterSeconds: number;
  readonly defaultVersion: string;
  readonly defaultVideoModel: string;
  /** An OpenID Connect provider where users can also sign in. Undefined: disabled. */
  readonly openId: OpenIdSettings | undefined;
  /** Files in PEM format with which generated files are signed (C2PA). Undefined: they are not signed. */
  readonly c2pa: { readonly certificateFile: string; readonly keyFile: string } | undefined;
  readonly logLevel: string;
  /** Where metrics and probes are served. Undefined: nowhere. */
  readonly monitoring: MonitoringSettings | undefined;
  /** How long tasks in progress may continue after a signal to stop. */
  readonly drainSeconds: number;
  /** From the failing of `/readyz` to the closing of the listeners. */
  readonly shutdownDelaySeconds: number;
  /** `auto`: text on a terminal, otherwise JSON. */
  readonly logFormat: 'auto' | 'json' | 'text';
  /** Prompts, and messages of errors that may quote them, are written to the log. */
  readonly logPrompts: boolean;
  /** Every request is written to the log, whatever the level. */
  readonly accessLog: boolean;
  /** Every setting with its effective value, for display. Contains no secrets. */
  readonly settings: readonly EffectiveSetting[];
  /** Used by `kinora try` and other commands that call a running server. */
  readonly client: { readonly url?: string; readonly imageToken?: string; readonly videoToken?: string };
}

export interface OpenIdSettings {
  /** The issuer URL exactly as the provider publishes it, including a trailing slash. */
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined: a public client, which is authenticated by PKCE only. */
  readonly clientSecret: string | undefined;
  /** The account that new users join. Undefined: no users are created. */
  readonly account: string | undefined;
}

export interface MonitoringSettings extends ListenAddress {
  /** The operator set the address: the process does not start without it. */
  readonly isRequired: boolean;
}

export interface EffectiveSetting {
  readonly name: string;
  readonly description: Texts;
  /** The effective value, with secrets hidden. Undefined: empty. */
  readonly value: string | undefined;
  readonly source: 'environment' | 'default';
  readonly allowed: Texts;
  readonly default: string | undefined;
}

interface Setting<Value> extends SettingKind<Value> {
  readonly default: string;
  readonly description: string;
}

export const settings = {
  KINORA_PORT: setting('4040', wholeNumber(0, 65535), 'Port to listen on. 0: any free port.'),
  KINORA_HOST: setting('127.0.0.1', nonEmpty, 'IP address to listen on. `0.0.0.0`: all network interfaces.'),
  KINORA_DATA_DIR: setting('./data', nonEmpty, 'Folder for the built-in database and the generated files.'),
  DATABASE_URL: setting(
    '',
    postgresUrl,
    'URL of an external PostgreSQL (15 or newer). Empty: the built-in database.',
  ),
  KINORA_SECRET_KEY: setting(
    '',
    secretKeys,
    'Key that encrypts the secrets of engines, and after a comma the previous key. Empty: a key file in the data folder; none with `DATABASE_URL`.',
  ),
  KINORA_BASE_URL: setting(
    '',
    httpUrl,
    'Public URL of the video interface. Empty: derived from each request.',
  ),
  KINORA_DIRECT_BASE_URL: setting(
    '',
    httpUrl,
    'Public URL of the image interface and its files. Empty: derived from each request.',
  ),
  KINORA_TRUSTED_PROXIES: setting(
    '',
    addressList,
    'IP addresses or CIDR ranges of the proxies whose X-Forwarded-* headers are trusted, comma-separated.',
  ),
  KINORA_ROLE: setting(
    'all',
    oneOf(['all', 'api', 'worker'] as const),
    'Role of the process: `all`, `api` or `worker`; the last two require `DATABASE_URL`.',
  ),
  KINORA_RETENTION_HOURS: setting('72', wholeNumber(1, 87_600), 'Hours that generated files are kept.'),
  KINORA_STARRED_HOURS: setting(
    '87600',
    wholeNumber(0, 87_600),
    'Hours that the files of starred tasks are kept, 87600 being ten years. 0: no longer than other files.',
  ),
  KINORA_STARRED_MEGABYTES: setting(
    '1000',
    wholeNumber(0, 100_000_000),
    'Megabytes of starred files that an account may keep longer. Later stars keep their files only when there is room again.',
  ),
  KINORA_OPENING_BALANCE: setting('1000.00', money, 'Starting credit of the first account.'),
  KINORA_CURRENCY: setting('USD', currency, 'Currency of all prices, as a three-letter code.'),
  KINORA_PUBLIC_MODELS: setting(
    'true',
    oneOf(['true', 'false'] as const),
    'Show models and prices to everybody. `false`: only to signed-in users.',
  ),
  KINORA_ALLOW_UNKNOWN_PROMPTS: setting(
    'false',
    oneOf(['true', 'false'] as const),
    'Accept prompts in which the engine understands no words. `false`: reject them without charge.',
  ),
  KINORA_MAX_WAITING: setting(
    '1000',
    wholeNumber(1, 1_000_000),
    'Maximum number of queued tasks per account.',
  ),
  KINORA_MODAL_MINUTES: setting(
    '15',
    wholeNumber(1, 1440),
    'Minutes that a task waits for its prompt or mask (status MODAL) before it is cancelled without charge.',
  ),
  KINORA_RESPONSE_SECONDS: setting(
    '55',
    wholeNumber(1, 3600),
    'Seconds after which a request of the Images API that waits for its images is answered with 504; its task goes on. Proxies in front must wait longer.',
  ),
  KINORA_QUEUE_HOURS: setting(
    '24',
    wholeNumber(1, 8760),
    'Hours after which a task that no engine has started fails without charge.',
  ),
  KINORA_UNSERVED_MINUTES: setting(
    '30',
    wholeNumber(1, 525_600),
    'Minutes after which a queued task fails without charge if no engine can run its model.',
  ),
  KINORA_NOTIFY_HOOK: setting(
    '',
    hookUrl,
    'Default webhook URL for image tasks, used when a request specifies none.',
  ),
  KINORA_ALERT_WEBHOOK: setting(
    '',
    hookUrl,
    'Webhook URL that is told when an engine becomes unavailable and when it is back. Slack and Discord show the text.',
  ),
  KINORA_ALLOWED_NETWORKS: setting(
    '',
    addressList,
    'Private IP addresses or CIDR ranges that image links and webhooks may use, comma-separated.',
  ),
  KINORA_PRICE_LIST_URL: setting(
    '',
    httpUrl,
    "URL of LiteLLM's cost map or a copy, read by `price proposals` for providers that publish no prices. Empty: it is not read.",
  ),
  KINORA_ENGINES_FILE: setting(
    '',
    anyText,
    'File with a declaration of engines and routes (`kinora.engines.yaml`), applied at each start. Empty: none.',
  ),
  KINORA_SKETCH_THREADS: setting(
    '0',
    wholeNumber(0, 64),
    'Number of processes of the built-in engine. 0: one per core, at least two and at most eight.',
  ),
  KINORA_TASK_TIMEOUT_SECONDS: setting(
    '900',
    wholeNumber(1, 86_400),
    'Seconds after which a task that an engine has not finished fails without charge.',
  ),
  KINORA_SPILL_AFTER_SECONDS: setting(
    '10',
    wholeNumber(0, 3600),
    'Seconds that all engines of a priority must be full before engines of the next priority take tasks.',
  ),
  KINORA_DEFAULT_VERSION: setting(
    '7',
    oneOf(modelVersions),
    'Image model version for prompts without `--v` or `--niji`.',
  ),
  KINORA_DEFAULT_VIDEO_MODEL: setting('sketch-motion', nonEmpty, 'Video model for requests without a model.'),
  KINORA_OPENID_ISSUER: setting(
    '',
    issuerUrl,
    'Issuer URL of the OpenID Connect provider for sign-in. Empty: disabled.',
  ),
  KINORA_OPENID_CLIENT_ID: setting('', anyText, 'Client ID of this server at the provider.'),
  KINORA_OPENID_CLIENT_SECRET: setting(
    '',
    secretText,
    'Client secret of this server at the provider. Empty: a public client without a secret.',
  ),
  KINORA_OPENID_ACCOUNT: setting(
    '',
    anyText,
    'Account that new users from the provider join as members. Empty: only existing users can sign in.',
  ),
  KINORA_C2PA_CERTIFICATE: setting(
    '',
    anyText,
    'File with the certificate chain, in PEM format, that signs generated files (C2PA). Empty: they are not signed.',
  ),
  KINORA_C2PA_KEY: setting(
    '',
    anyText,
    'File with the private key of the first certificate of `KINORA_C2PA_CERTIFICATE`, in PEM format.',
  ),
  KINORA_LOG_LEVEL: setting(
    'warn',
    oneOf(['debug', 'info', 'warn', 'error', 'silent'] as const),
    'Log level: `debug`, `info`, `warn`, `error` or `silent`.',
  ),
  KINORA_MONITORING_ADDRESS: setting(
    '127.0.0.1:4041',
    listenAddress,
    'Address for metrics and probes (`/metrics`, `/livez`, `/readyz`), in every role. `off`: none.',
  ),
  KINORA_DRAIN_SECONDS: setting(
    '10',
    wholeNumber(0, 3600),
    'Seconds that tasks in progress have to finish at shutdown.',
  ),
  KINORA_SHUTDOWN_DELAY_SECONDS: setting(
    '0',
    wholeNumber(0, 300),
    'Seconds between the first failing `/readyz` and the closing of the port at shutdown.',
  ),
  KINORA_LOG_FORMAT: setting(
    'auto',
    oneOf(['auto', 'json', 'text'] as const),
    'Format of the log: `json`, `text`, or `auto`: text on a terminal, otherwise JSON.',
  ),
  KINORA_LOG_PROMPTS: setting(
    'false',
    oneOf(['true', 'false'] as const),
    'Write prompts and full error messages, which can quote prompts, to the log.',
  ),
  KINORA_ACCESS_LOG: setting(
    'false',
    oneOf(['true', 'false'] as const),
    'Write a log line for each HTTP request, at every log level.',
  ),
  KINORA_URL: setting(
    '',
    httpUrl,
    'For `kinora try`: URL of the server to use. Empty: start a temporary one.',
  ),
  KINORA_IMAGE_TOKEN: setting('', secretText, 'For `kinora try`: token of an image group.'),
  KINORA_VIDEO_TOKEN: setting('', secretText, 'For `kinora try`: token of a video group.'),
} satisfies Record<string, Setting<unknown>>;

type SettingName = keyof typeof settings;

const chinese: Readonly<Record<SettingName, string>> = settingsZh;

/** Thrown with one sentence for each invalid setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type SettingValue<Name extends SettingName> = ReturnType<(typeof settings)[Name]['parse']>;
/** The settings, typed so that the name of a setting determines the type of its value. */
const typedSettings: {
  readonly [Name in SettingName]: {
    readonly parse: (text: string) => SettingValue<Name>;
    readonly default: string;
    readonly shown?: (text: string) => string;
  };
} = settings;

/** Reads and checks every setting. Throws a ConfigError that lists all problems. */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const problems = unknownSettings(env);
  const read = <Name extends SettingName>(name: Name): SettingValue<Name> => {
    const { parse, default: fallback, shown } = typedSettings[name];
    const given = env[name];
    try {
      return parse(given === undefined || given.trim() === '' ? fallback : given.trim());
    } catch (error) {
      const what = shown ? name : `${name} is ${JSON.stringify(given)}`;
      problems.push(`${what}: ${(error as Error).message}.`);
      return parse(fallback);
    }
  };
  const config: Omit<Config, 'settings'> = {
    port: read('KINORA_PORT'),
    host: read('KINORA_HOST'),
    role: read('KINORA_ROLE'),
    dataDir: resolve(read('KINORA_DATA_DIR')),
    databaseUrl: read('DATABASE_URL'),
    configuredKeys: read('KINORA_SECRET_KEY'),
    baseUrl: read('KINORA_BASE_URL'),
    directBaseUrl: read('KINORA_DIRECT_BASE_URL'),
    trustedProxies: read('KINORA_TRUSTED_PROXIES'),
    retentionHours: read('KINORA_RETENTION_HOURS'),
    starred: {
      hours: read('KINORA_STARRED_HOURS'),
      quotaBytes: read('KINORA_STARRED_MEGABYTES') * 1_000_000,
      retentionHours: read('KINORA_RETENTION_HOURS'),
    },
    openingBalanceMicros: read('KINORA_OPENING_BALANCE'),
    currency: read('KINORA_CURRENCY'),
    publicModels: read('KINORA_PUBLIC_MODELS') === 'true',
    allowUnknownPrompts: read('KINORA_ALLOW_UNKNOWN_PROMPTS') === 'true',
    maxWaiting: read('KINORA_MAX_WAITING'),
    modalSeconds: read('KINORA_MODAL_MINUTES') * 60,
    responseSeconds: read('KINORA_RESPONSE_SECONDS'),
    queueHours: read('KINORA_QUEUE_HOURS'),
    unservedMinutes: read('KINORA_UNSERVED_MINUTES'),
    notifyHook: read('KINORA_NOTIFY_HOOK'),
    alertWebhook: read('KINORA_ALERT_WEBHOOK'),
    allowedNetworks: read('KINORA_ALLOWED_NETWORKS'),
    priceListUrl: read('KINORA_PRICE_LIST_URL'),
    enginesFile: read('KINORA_ENGINES_FILE'),
    engineThreads: read('KINORA_SKETCH_THREADS') || Math.min(8, Math.max(2, availableParallelism())),
    taskTimeoutSeconds: read('KINORA_TASK_TIMEOUT_SECONDS'),
    spillAfterSeconds: read('KINORA_SPILL_AFTER_SECONDS'),
    defaultVersion: read('KINORA_DEFAULT_VERSION'),
    defaultVideoModel: read('KINORA_DEFAULT_VIDEO_MODEL'),
    openId: openIdSettings({
      issuer: read('KINORA_OPENID_ISSUER'),
      clientId: read('KINORA_OPENID_CLIENT_ID'),
      clientSecret: read('KINORA_OPENID_CLIENT_SECRET'),
      account: read('KINORA_OPENID_ACCOUNT'),
    }),
    c2pa: c2paSettings(read('KINORA_C2PA_CERTIFICATE'), read('KINORA_C2PA_KEY')),
    logLevel: read('KINORA_LOG_LEVEL'),
    monitoring: monitoringSettings(read('KINORA_MONITORING_ADDRESS'), env['KINORA_MONITORING_ADDRESS']),
    drainSeconds: read('KINORA_DRAIN_SECONDS'),
    shutdownDelaySeconds: read('KINORA_SHUTDOWN_DELAY_SECONDS'),
    ...logSettings(read('KINORA_LOG_FORMAT'), read('KINORA_LOG_PROMPTS'), read('KINORA_ACCESS_LOG')),
    client: clientSettings(read('KINORA_URL'), read('KINORA_IMAGE_TOKEN'), read('KINORA_VIDEO_TOKEN')),
  };
  if (problems.length === 0) problems.push(...roleProblems(config));
  if (read('KINORA_OPENID_ISSUER') && !read('KINORA_OPENID_CLIENT_ID'))
    problems.push('KINORA_OPENID_ISSUER requires KINORA_OPENID_CLIENT_ID.');
  if (!read('KINORA_C2PA_CERTIFICATE') !== !read('KINORA_C2PA_KEY'))
    problems.push('KINORA_C2PA_CERTIFICATE and KINORA_C2PA_KEY require each other.');
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return Object.freeze({ ...config, settings: effectiveSettings(env) });
}

function roleProblems({ role, databaseUrl }: Pick<Config, 'role' | 'databaseUrl'>): string[] {
  if (role === 'all' || databaseUrl) return [];
  return [
    `KINORA_ROLE is "${role}": it needs DATABASE_URL, because the built-in database serves only one process.`,
  ];
}

export function isSetting(name: string): boolean {
  return Object.hasOwn(settings, name);
}

/** A variable that is not a setting, read each time. Undefined: not set, or a setting, of which some are secrets of this server. */
export function environmentVariable(name: string): string | undefined {
  return isSetting(name) ? undefined : process.env[name];
}

/** Reports variables that begin with KINORA_ but are not settings, because a typo would otherwise be ignored silently. */
function unknownSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  const names = Object.keys(settings);
  return Object.keys(env)
    .filter(name => name.startsWith('KINORA_') && !names.includes(name))
    .map(name => {
      const nearest = nearestName(name, names);
      return `${name} is not a setting.${nearest ? ` Did you mean ${nearest}?` : ''}`;
    });
}

function clientSettings(url?: string, imageToken?: string, videoToken?: string): Config['client'] {
  return { ...(url && { url }), ...(imageToken && { imageToken }), ...(videoToken && { videoToken }) };
}

type Flag = 'true' | 'false';

function logSettings(logFormat: Config['logFormat'], logPrompts: Flag, accessLog: Flag) {
  return { logFormat, logPrompts: logPrompts === 'true', accessLog: accessLog === 'true' };
}

function openIdSettings({
  issuer,
  clientId,
  ...rest
}: { [Name in keyof OpenIdSettings]: string | undefined }): OpenIdSettings | undefined {
  return issuer !== undefined && clientId !== undefined ? { issuer, clientId, ...rest } : undefined;
}

function c2paSettings(certificateFile?: string, keyFile?: string): Config['c2pa'] {
  return certificateFile !== undefined && keyFile !== undefined ? { certificateFile, keyFile } : undefined;
}

function monitoringSettings(address?: ListenAddress, given?: string): Config['monitoring'] {
  return address && { ...address, isRequired: Boolean(given?.trim()) };
}

function setting<Value>(fallback: string, kind: SettingKind<Value>, description: string): Setting<Value> {
  return { ...kind, default: fallback, description };
}

function effectiveSettings(env: Readonly<Record<string, string | undefined>>): EffectiveSetting[] {
  return Object.entries<Setting<unknown>>(settings).map(
    ([name, { description, allowed, default: fallback, shown = (text: string) => text }]) => {
      const given = env[name]?.trim();
      return {
        name,
        description: { en: description, zh: chinese[name as SettingName] },
        value: given ? shown(given) : fallback || undefined,
        source: given ? 'environment' : 'default',
        allowed,
        default: fallback || undefined,
      };
    },
  );
}
