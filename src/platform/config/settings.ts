/**
 * All settings: one entry for each, which is all that a new setting needs. `to` is the
 * field of the configuration, whose type follows from the kind. The table in
 * docs/configuration.md is generated from this one.
 * @NOTE length: it is one table.
 */
import { modelVersions } from '@kinora/shared/prompt/image-versions';
import { accessSettings } from './access-settings.ts';
import { bucketSettings } from './bucket-settings.ts';
import { clientSettings } from './client-settings.ts';
import { databaseSettings } from './database-settings.ts';
import { mailSettings } from './mail-settings.ts';
import { moderationSettings } from './moderation-settings.ts';
import { paymentSettings } from './payment-settings.ts';
import { receiptSettings } from './receipt-settings.ts';
import { hostProxySetting } from './host-proxies.ts';
import {
  addressList,
  anyText,
  currency,
  folder,
  hookUrl,
  httpUrl,
  issuerUrl,
  listenAddress,
  money,
  nonEmpty,
  oneOf,
  originList,
  processes,
  secretKeys,
  secretText,
  type SettingKind,
  times,
  timeZone,
  wholeNumber,
  yesOrNo,
} from './setting-kinds.ts';

export interface Setting extends SettingKind<unknown> {
  /** The field that holds the parsed value. Some fields are grouped by config.ts. */
  readonly to: string;
  /** As an operator would write it. Empty if there is nothing. */
  readonly default: string;
  readonly en: string;
  readonly zh: string;
}

export const settings = {
  KINORA_PORT: {
    ...wholeNumber(0, 65535),
    to: 'port',
    default: '4040',
    en: 'Port to listen on. 0: any free port.',
    zh: '监听端口；0 表示任选一个空闲端口。',
  },
  KINORA_HOST: {
    ...nonEmpty,
    to: 'host',
    default: '127.0.0.1',
    en: 'IP address to listen on. `0.0.0.0`: all network interfaces.',
    zh: '监听地址；`0.0.0.0` 表示所有网络接口。',
  },
  KINORA_DATA_DIR: {
    ...folder,
    to: 'dataDir',
    default: './data',
    en: 'Folder for the built-in database and the generated files.',
    zh: '存放内置数据库和产出文件的文件夹。',
  },
  ...databaseSettings,
  ...paymentSettings,
  ...receiptSettings,
  ...mailSettings,
  ...moderationSettings,
  ...bucketSettings,
  KINORA_SECRET_KEY: {
    ...secretKeys,
    to: 'configuredKeys',
    default: '',
    en: 'Key that encrypts the secrets of engines, and after a comma the previous key. Empty: a key file in the data folder; none with `DATABASE_URL`.',
    zh: '用于加密引擎密钥的密钥，逗号之后可写上一个密钥；留空则使用数据文件夹中的密钥文件；使用 `DATABASE_URL` 时则没有密钥。',
  },
  KINORA_BASE_URL: {
    ...httpUrl,
    to: 'baseUrl',
    default: '',
    en: 'Public URL of the video interface. Empty: derived from each request.',
    zh: '视频接口的公开地址；留空则取请求所用的地址。',
  },
  KINORA_DIRECT_BASE_URL: {
    ...httpUrl,
    to: 'directBaseUrl',
    default: '',
    en: 'Public URL of the image interface and its files. Empty: derived from each request.',
    zh: '图片接口及其文件的公开地址；留空则取请求所用的地址。',
  },
  KINORA_TRUSTED_PROXIES: {
    ...addressList,
    to: 'trustedProxies',
    default: '',
    en: 'IP addresses or CIDR ranges of the proxies whose X-Forwarded-* headers are trusted, comma-separated.',
    zh: '受信任的代理：采信其 X-Forwarded-* 请求头的地址或 CIDR 网段，用逗号分隔。',
  },
  KINORA_ROLE: {
    ...oneOf(['all', 'api', 'worker'] as const),
    to: 'role',
    default: 'all',
    en: 'Role of the process: `all`, `api` or `worker`; the last two require `DATABASE_URL`.',
    zh: '`all`、`api` 或 `worker`；后两者需要设置 `DATABASE_URL`。',
  },
  KINORA_RETENTION_HOURS: {
    ...wholeNumber(1, 87_600),
    to: 'retentionHours',
    default: '72',
    en: 'Hours that generated files are kept.',
    zh: '产出文件保留的小时数。',
  },
  KINORA_STARRED_HOURS: {
    ...wholeNumber(0, 87_600),
    to: 'starredHours',
    default: '87600',
    en: 'Hours that the files of starred tasks are kept, 87600 being ten years. 0: no longer than other files.',
    zh: '加星标任务的文件保留的小时数，87600 即十年；0 表示不比其他文件更久。',
  },
  KINORA_STARRED_MEGABYTES: {
    ...times(1_000_000, wholeNumber(0, 100_000_000)),
    to: 'starredQuotaBytes',
    default: '1000',
    en: 'Megabytes of starred files that an account may keep longer. Later stars keep their files only when there is room again.',
    zh: '每个账户因星标而延长保留的文件总量上限（MB）；超出后，新加的星标要等有空间时才延长保留。',
  },
  KINORA_OPENING_BALANCE: {
    ...money,
    to: 'openingBalanceMicros',
    default: '1000.00',
    en: 'Starting credit of the first account.',
    zh: '首个账户的初始额度。',
  },
  KINORA_CURRENCY: {
    ...currency,
    to: 'currency',
    default: 'USD',
    en: 'Currency of all prices, as a three-letter code.',
    zh: '所有价格所用货币的三字母代码。',
  },
  KINORA_TIME_ZONE: {
    ...timeZone,
    to: 'timeZone',
    default: 'UTC',
    en: 'Time zone in which days and months of caps, budgets, usage and statements begin, as an IANA name such as `Europe/Berlin`.',
    zh: '上限、预算、用量和月结单的日期与月份所用的时区，以 IANA 名称表示，例如 `Europe/Berlin`。',
  },
  ...accessSettings,
  KINORA_ALLOW_UNKNOWN_PROMPTS: {
    ...yesOrNo,
    to: 'allowUnknownPrompts',
    default: 'false',
    en: 'Accept prompts in which the engine understands no words. `false`: reject them without charge.',
    zh: '接受引擎一个词也不理解的提示词；设为 `false` 则拒绝，不扣费。',
  },
  KINORA_MAX_WAITING: {
    ...wholeNumber(1, 1_000_000),
    to: 'maxWaiting',
    default: '1000',
    en: 'Maximum number of queued tasks per account.',
    zh: '每个账户最多可有多少个任务排队。',
  },
  KINORA_MODAL_MINUTES: {
    ...times(60, wholeNumber(1, 1440)),
    to: 'modalSeconds',
    default: '15',
    en: 'Minutes that a task waits for its prompt or mask (status MODAL) before it is cancelled without charge.',
    zh: '任务等待补充提示词或蒙版（状态 MODAL）的分钟数，超时即取消，不扣费。',
  },
  KINORA_RESPONSE_SECONDS: {
    ...wholeNumber(1, 3600),
    to: 'responseSeconds',
    default: '55',
    en: 'Seconds after which a request of the Images API that waits for its images is answered with 504; its task goes on. Proxies in front must wait longer.',
    zh: 'Images API 的请求等待图片的秒数，超过后以 504 响应，任务会继续。前面的代理须等待更久。',
  },
  KINORA_ON_HANGUP: {
    ...oneOf(['cancel-queued', 'cancel', 'keep'] as const),
    to: 'onHangUp',
    default: 'cancel-queued',
    en: 'What happens to the task of a waiting request whose client hangs up and does not repeat it within 10 seconds. `cancel-queued`: it is cancelled if it has not started; `cancel`: in any case; `keep`: it goes on.',
    zh: '等待结果的请求断开且 10 秒内没有重发时，其任务如何处理。`cancel-queued`：尚未开始则取消；`cancel`：一律取消；`keep`：继续。',
  },
  KINORA_MCP_ORIGINS: {
    ...originList,
    to: 'mcpOrigins',
    default: '',
    en: 'Origins of pages that may call /mcp from a browser, comma-separated. Pages of this server and of the same machine always may.',
    zh: '可从浏览器调用 /mcp 的网页来源，用逗号分隔。本服务器和本机的网页始终可以。',
  },
  KINORA_QUEUE_HOURS: {
    ...wholeNumber(1, 8760),
    to: 'queueHours',
    default: '24',
    en: 'Hours after which a task that no engine has started fails without charge.',
    zh: '没有引擎开始的任务超过此小时数即失败，不扣费。',
  },
  KINORA_UNSERVED_MINUTES: {
    ...wholeNumber(1, 525_600),
    to: 'unservedMinutes',
    default: '30',
    en: 'Minutes after which a queued task fails without charge if no engine can run its model.',
    zh: '没有引擎能运行其模型时，排队任务超过此分钟数即失败，不扣费。',
  },
  KINORA_NOTIFY_HOOK: {
    ...hookUrl,
    to: 'notifyHook',
    default: '',
    en: 'Default webhook URL for image tasks, used when a request specifies none.',
    zh: '图片任务的默认 webhook 地址，请求未指定时使用。',
  },
  KINORA_ALERT_WEBHOOK: {
    ...hookUrl,
    to: 'alertWebhook',
    default: '',
    en: 'Webhook URL that is told when an engine becomes unavailable and when it is back. Slack and Discord show the text.',
    zh: '引擎不可用及恢复时通知的 webhook 地址；Slack 和 Discord 会显示其文字。',
  },
  KINORA_ALLOWED_NETWORKS: {
    ...addressList,
    to: 'allowedNetworks',
    default: '',
    en: 'Private IP addresses or CIDR ranges that image links and webhooks may use, comma-separated.',
    zh: '图片链接和 webhook 可以使用的内网地址或 CIDR 网段，用逗号分隔。',
  },
  KINORA_HOST_PROXIES: hostProxySetting,
  KINORA_PRICE_LIST_URL: {
    ...httpUrl,
    to: 'priceListUrl',
    default: '',
    en: "URL of LiteLLM's cost map or a copy, read by `price proposals` for providers that publish no prices. Empty: it is not read.",
    zh: 'LiteLLM 费用表或其副本的地址，`price proposals` 用它查询不公布价格的提供商。留空则不读取。',
  },
  KINORA_ENGINES_FILE: {
    ...anyText,
    to: 'enginesFile',
    default: '',
    en: 'File with a declaration of engines and routes (`kinora.engines.yaml`), applied at each start. Empty: none.',
    zh: '声明引擎和路由的文件（`kinora.engines.yaml`），每次启动时应用。留空则不使用。',
  },
  KINORA_LOCAL_MODELS: {
    ...oneOf(['on', 'off'] as const),
    to: 'localState',
    default: 'on',
    en: 'Install models on this server: `on` or `off`. Only operators can.',
    zh: '是否允许在本服务器上安装模型：`on` 或 `off`。只有运营者可以安装。',
  },
  KINORA_MODELS_DIR: {
    ...anyText,
    to: 'localFolder',
    default: '',
    en: 'Folder for the weights and programs of local models. Empty: `models` in the data folder.',
    zh: '存放本地模型权重和程序的文件夹；留空则为数据文件夹中的 `models`。',
  },
  KINORA_WEIGHTS_DIRS: {
    ...anyText,
    to: 'localWeights',
    default: '',
    en: 'Folders of ComfyUI, AUTOMATIC1111, LocalAI or others with weights, separated by `:`. Their files are used instead of downloads, and offered by `local files`. Empty: none.',
    zh: 'ComfyUI、AUTOMATIC1111、LocalAI 等程序存放权重的文件夹，以 `:` 分隔。其中的文件会代替下载，并由 `local files` 列出；留空则没有。',
  },
  KINORA_LOCAL_CATALOGUE: {
    ...anyText,
    to: 'localCatalogue',
    default: '',
    en: 'File or https URL with further local models (docs/add-a-local-model.md). Empty: none.',
    zh: '包含更多本地模型的文件或 https 地址（docs/add-a-local-model.md）；留空则没有。',
  },
  HF_ENDPOINT: {
    ...httpUrl,
    to: 'localHub',
    default: 'https://huggingface.co',
    en: 'URL of the Hugging Face hub, or of a mirror, from which local models are downloaded.',
    zh: '下载本地模型的 Hugging Face hub 或其镜像的地址。',
  },
  HF_TOKEN: {
    ...secretText,
    to: 'localHubToken',
    default: '',
    en: 'Token of the hub, for local models that require one.',
    zh: '访问 hub 的令牌，供需要令牌的本地模型使用。',
  },
  KINORA_RELEASES_URL: {
    ...httpUrl,
    to: 'localReleases',
    default: 'https://api.github.com',
    en: 'URL of the GitHub API, or of a mirror, from which the program for local models is downloaded.',
    zh: '下载本地模型所用程序的 GitHub API 或其镜像的地址。',
  },
  KINORA_SKETCH_THREADS: {
    ...processes(wholeNumber(0, 64)),
    to: 'engineThreads',
    default: '0',
    en: 'Number of processes of the built-in engine. 0: one per core, at least two and at most eight.',
    zh: '内置引擎的进程数；0 表示每个核心一个，至少两个，最多八个。',
  },
  KINORA_TASK_TIMEOUT_SECONDS: {
    ...wholeNumber(1, 86_400),
    to: 'taskTimeoutSeconds',
    default: '900',
    en: 'Seconds after which a task that an engine has not finished fails without charge.',
    zh: '引擎超过此秒数仍未完成的任务即失败，不扣费。',
  },
  KINORA_SPILL_AFTER_SECONDS: {
    ...wholeNumber(0, 3600),
    to: 'spillAfterSeconds',
    default: '10',
    en: 'Seconds that all engines of a priority must be full before engines of the next priority take tasks.',
    zh: '同一优先级的所有引擎满载多少秒后，下一优先级的引擎才开始接收任务。',
  },
  KINORA_DEFAULT_VERSION: {
    ...oneOf(modelVersions),
    to: 'defaultVersion',
    default: '7',
    en: 'Image model version for prompts without `--v` or `--niji`.',
    zh: '提示词未写 `--v` 或 `--niji` 时使用的图片模型版本。',
  },
  KINORA_DEFAULT_VIDEO_MODEL: {
    ...nonEmpty,
    to: 'defaultVideoModel',
    default: 'sketch-motion',
    en: 'Video model for requests without a model.',
    zh: '请求未指定模型时使用的视频模型。',
  },
  KINORA_OPENID_ISSUER: {
    ...issuerUrl,
    to: 'openIdIssuer',
    default: '',
    en: 'Issuer URL of the OpenID Connect provider for sign-in. Empty: disabled.',
    zh: '供用户登录的 OpenID Connect 提供方的签发者地址；留空则不启用。',
  },
  KINORA_OPENID_CLIENT_ID: {
    ...anyText,
    to: 'openIdClientId',
    default: '',
    en: 'Client ID of this server at the provider.',
    zh: '本服务器在提供方的客户端 ID。',
  },
  KINORA_OPENID_CLIENT_SECRET: {
    ...secretText,
    to: 'openIdClientSecret',
    default: '',
    en: 'Client secret of this server at the provider. Empty: a public client without a secret.',
    zh: '本服务器在提供方的客户端密钥；留空则为公开客户端，没有密钥。',
  },
  KINORA_OPENID_ACCOUNT: {
    ...anyText,
    to: 'openIdAccount',
    default: '',
    en: 'Account that new users from the provider join as members. Empty: only existing users can sign in.',
    zh: '来自提供方的新用户以成员身份加入的账户；留空则只有已存在的用户可以登录。',
  },
  KINORA_C2PA_CERTIFICATE: {
    ...anyText,
    to: 'c2paCertificateFile',
    default: '',
    en: 'File with the certificate chain, in PEM format, that signs generated files (C2PA). Empty: they are not signed.',
    zh: '为产出文件签名（C2PA）的证书链文件，PEM 格式；留空则不签名。',
  },
  KINORA_C2PA_KEY: {
    ...anyText,
    to: 'c2paKeyFile',
    default: '',
    en: 'File with the private key of the first certificate of `KINORA_C2PA_CERTIFICATE`, in PEM format.',
    zh: '`KINORA_C2PA_CERTIFICATE` 中第一个证书的私钥文件，PEM 格式。',
  },
  KINORA_LOG_LEVEL: {
    ...oneOf(['debug', 'info', 'warn', 'error', 'silent'] as const),
    to: 'logLevel',
    default: 'warn',
    en: 'Log level: `debug`, `info`, `warn`, `error` or `silent`.',
    zh: '日志级别：`debug`、`info`、`warn`、`error`、`silent`。',
  },
  KINORA_MONITORING_ADDRESS: {
    ...listenAddress,
    to: 'monitoringAddress',
    default: '127.0.0.1:4041',
    en: 'Address for metrics and probes (`/metrics`, `/livez`, `/readyz`), in every role. `off`: none.',
    zh: '指标和探针（`/metrics`、`/livez`、`/readyz`）的监听地址，适用于所有角色；`off` 表示不提供。',
  },
  KINORA_DRAIN_SECONDS: {
    ...wholeNumber(0, 3600),
    to: 'drainSeconds',
    default: '10',
    en: 'Seconds that tasks in progress have to finish at shutdown.',
    zh: '进程被要求停止时，进行中的任务可用来完成的秒数。',
  },
  KINORA_SHUTDOWN_DELAY_SECONDS: {
    ...wholeNumber(0, 300),
    to: 'shutdownDelaySeconds',
    default: '0',
    en: 'Seconds between the first failing `/readyz` and the closing of the port at shutdown.',
    zh: '进程被要求停止时，从 `/readyz` 失败到关闭端口之间的秒数。',
  },
  KINORA_LOG_FORMAT: {
    ...oneOf(['auto', 'json', 'text'] as const),
    to: 'logFormat',
    default: 'auto',
    en: 'Format of the log: `json`, `text`, or `auto`: text on a terminal, otherwise JSON.',
    zh: '日志格式：`json`、`text` 或 `auto`（在终端上为文本，否则为 JSON）。',
  },
  KINORA_LOG_PROMPTS: {
    ...yesOrNo,
    to: 'logPrompts',
    default: 'false',
    en: 'Write prompts and full error messages, which can quote prompts, to the log.',
    zh: '在日志中写入提示词，以及可能引用提示词的完整错误消息。',
  },
  KINORA_ACCESS_LOG: {
    ...yesOrNo,
    to: 'accessLog',
    default: 'false',
    en: 'Write a log line for each HTTP request, at every log level.',
    zh: '为每个 HTTP 请求写一行日志，不受日志级别影响。',
  },
  ...clientSettings,
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

/** The values of all settings, by their fields. */
export type SettingValues = {
  readonly [Name in SettingName as (typeof settings)[Name]['to']]: ReturnType<
    (typeof settings)[Name]['parse']
  >;
};
