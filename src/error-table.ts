/**
 * The one table of error codes. Every refusal and every failed task has a code from here; each interface maps
 * codes to its own wire shape in its `wire.ts`. Texts are templates: `{name}` is filled from the details.
 * @NOTE length: it is one table.
 */
import { consoleErrors } from './console-errors.ts';

export interface ErrorEntry {
  /** HTTP status, where the interface lets it show. */
  readonly status: number;
  /** The same request may succeed later, unchanged. */
  readonly retryable?: boolean;
  readonly en: string;
  readonly zh: string;
}

export const errorTable = {
  // Who is asking.
  key_missing: {
    status: 401,
    en: 'No API key. Send it as "Authorization: Bearer <key>".',
    zh: '缺少 API 密钥。请以 "Authorization: Bearer <密钥>" 发送。',
  },
  key_invalid: {
    status: 401,
    en: 'This API key is not valid. Check it, or make a new token.',
    zh: 'API 密钥无效。请检查，或新建令牌。',
  },
  key_revoked: { status: 401, en: 'This API key was revoked.', zh: '该 API 密钥已被吊销。' },
  token_expired: {
    status: 403,
    en: 'This token expired at {at}. It can still read and download what was made; make a new token, or have it prolonged, to make more.',
    zh: '该令牌已于 {at} 过期。仍可查询和下载已有结果；如需继续生成，请新建令牌或延长有效期。',
  },
  account_suspended: {
    status: 403,
    en: 'This account is suspended. What was made can still be read and downloaded.',
    zh: '该账户已被暂停。仍可查询和下载已有结果。',
  },
  token_cap_reached: {
    status: 402,
    en: 'The {cap} spend cap of this token is {limit} {currency}: {left} is left, and this costs {amount}.',
    zh: '该令牌的消费上限（{cap}）为 {limit} {currency}：剩余 {left}，本次需要 {amount}。',
  },
  submit_again: {
    status: 503,
    retryable: true,
    en: 'Something stood in the way just now and is gone. Nothing was made or charged; send it again.',
    zh: '刚才的阻碍已消除，未生成也未扣费。请重新提交。',
  },
  token_rate_reached: {
    status: 429,
    retryable: true,
    en: 'This token may submit {limit} a minute. Come back in {retryAfter} seconds.',
    zh: '该令牌每分钟最多提交 {limit} 个任务。请在 {retryAfter} 秒后重试。',
  },
  token_open_reached: {
    status: 429,
    retryable: true,
    en: 'This token may have {limit} tasks under way at once. Wait until one has ended.',
    zh: '该令牌最多同时进行 {limit} 个任务。请等待其中一个完成。',
  },
  wrong_group: {
    status: 403,
    en: 'This token belongs to the group "{group}"; this interface needs a token of the group "{needed}".',
    zh: '该令牌属于分组 "{group}"；此接口需要分组 "{needed}" 的令牌。',
  },
  model_not_in_group: {
    status: 403,
    en: 'The model "{model}" belongs to the group {needed}; this token belongs to {group}.',
    zh: '模型 "{model}" 属于分组 "{needed}"；该令牌属于 "{group}"。',
  },
  model_not_allowed: {
    status: 403,
    en: 'This token is limited to the models {allowed}; "{model}" is not among them.',
    zh: '该令牌仅限使用模型 {allowed}，不包括 "{model}"。',
  },
  group_closed: {
    status: 403,
    en: 'The group "{group}" is not open to this account any more. What was made can still be read and downloaded.',
    zh: '分组 "{group}" 已不再对该账户开放。仍可查询和下载已有结果。',
  },
  address_not_allowed: {
    status: 403,
    en: 'This token may not be used from the address {address}.',
    zh: '该令牌不允许从地址 {address} 使用。',
  },
  session_missing: { status: 401, en: 'Sign in first.', zh: '请先登录。' },
  sign_in_failed: {
    status: 401,
    en: 'E-mail or password is wrong.',
    zh: '邮箱或密码错误。',
  },
  sign_in_wait: {
    status: 429,
    en: 'Too many failed sign-ins from here. Try again in {retryAfter} seconds.',
    zh: '登录失败次数过多。请在 {retryAfter} 秒后重试。',
  },
  passkey_refused: {
    status: 401,
    en: 'This passkey is not known here, or its answer is not right. Try again, or sign in another way.',
    zh: '通行密钥未知或验证失败。请重试，或使用其他方式登录。',
  },
  passkey_invalid: {
    status: 400,
    en: 'The passkey that the browser made cannot be used. Begin again.',
    zh: '浏览器创建的通行密钥无法使用。请重新开始。',
  },
  passkey_taken: { status: 409, en: 'This passkey was added already.', zh: '该通行密钥已添加。' },
  passkey_unknown: {
    status: 404,
    en: 'You have no passkey "{passkey}".',
    zh: '您没有通行密钥 "{passkey}"。',
  },
  passkeys_unavailable: {
    status: 400,
    en: 'Passkeys need an https address with a host name, or localhost; this is {address}.',
    zh: '通行密钥需要带主机名的 https 地址或 localhost；当前为 {address}。',
  },
  challenge_unknown: {
    status: 400,
    en: 'This was begun too long ago, or elsewhere, or was used already. Begin again.',
    zh: '该操作已超时、在别处发起或已使用。请重新开始。',
  },
  provider_unavailable: {
    status: 502,
    retryable: true,
    en: 'The provider that you sign in at cannot be reached, or does not answer as it should. Try again in a moment, or sign in another way.',
    zh: '暂时无法连接登录服务，或其响应异常。请稍后再试，或使用其他方式登录。',
  },
  provider_refused: {
    status: 401,
    en: 'The sign-in at the provider did not succeed: {reason}. Begin again, or sign in another way.',
    zh: '登录服务未完成登录：{reason}。请重新开始，或使用其他方式登录。',
  },
  email_unverified: {
    status: 403,
    en: 'The provider does not say that your e-mail is verified, so it tells nothing about who you are here. Have it verified there, or sign in another way.',
    zh: '登录服务未确认您的邮箱，无法据此识别您的身份。请先在该服务验证邮箱，或使用其他方式登录。',
  },
  identity_unknown: {
    status: 403,
    en: 'Nobody here has your e-mail {email}. Ask for an invitation.',
    zh: '此处没有邮箱为 {email} 的用户。请申请邀请。',
  },
  user_disabled: {
    status: 403,
    en: 'This user was disabled. Ask an owner of the account, or whoever runs this server.',
    zh: '该用户已被停用。请联系账户所有者或运营者。',
  },
  not_allowed: { status: 403, en: 'Only an {who} may do this.', zh: '此操作需要 {who} 权限。' },
  request_foreign: {
    status: 403,
    en: 'This request does not come from the Console of this server.',
    zh: '该请求并非来自本服务器的控制台。',
  },
  account_unknown: { status: 404, en: 'There is no account "{account}".', zh: '账户 "{account}" 不存在。' },
  user_unknown: { status: 404, en: 'There is no user "{user}".', zh: '用户 "{user}" 不存在。' },
  token_unknown: {
    status: 404,
    en: 'There is no token "{token}", or several, or it was revoked. Say its id, or the beginning of its key (kn_…).',
    zh: '令牌 "{token}" 不存在、不唯一或已被吊销。请使用其 ID 或密钥开头（kn_…）。',
  },
  session_unknown: { status: 404, en: 'There is no session "{session}".', zh: '会话 "{session}" 不存在。' },
  code_unknown: {
    status: 404,
    en: 'This code is not known, or was redeemed or revoked, or is too old.',
    zh: '兑换码无效、已使用、已作废或已过期。',
  },
  invitation_unknown: {
    status: 404,
    en: 'This link is not known, or was used, or is too old. Ask for another.',
    zh: '该链接无效、已使用或已过期。请重新获取。',
  },
  // What is asked.
  request_invalid: { status: 400, en: '{reason}', zh: '请求无效：{reason}' },
  json_invalid: {
    status: 400,
    en: 'The body is not valid JSON.',
    zh: '请求体不是有效的 JSON。',
  },
  body_too_large: { status: 413, en: 'The body is larger than {limit}.', zh: '请求体超过 {limit}。' },
  media_type_unsupported: {
    status: 415,
    en: 'Content-Type "{type}" is not supported here. Send {allowed}.',
    zh: '不支持的 Content-Type "{type}"。请使用 {allowed}。',
  },
  route_unknown: {
    status: 404,
    en: 'There is no route {method} {path}.',
    zh: '没有此接口：{method} {path}。',
  },
  method_not_allowed: {
    status: 405,
    en: '{method} is not allowed here. Allowed: {allowed}.',
    zh: '此处不允许 {method}。允许：{allowed}。',
  },
  field_unknown: {
    status: 400,
    en: 'Unknown field "{param}". Allowed: {allowed}.',
    zh: '未知字段 "{param}"。允许：{allowed}。',
  },
  field_not_taken: {
    status: 400,
    en: '{model} does not take {param}; it takes {allowed}.',
    zh: '{model} 不接受 {param}；可用：{allowed}。',
  },
  field_invalid: {
    status: 400,
    en: 'Invalid value for "{param}": {reason}',
    zh: '"{param}" 的值无效：{reason}',
  },
  model_unknown: {
    status: 400,
    en: 'There is no model "{model}". Available: {allowed}.',
    zh: '没有模型 "{model}"。可用：{allowed}。',
  },
  model_not_found: {
    status: 404,
    en: 'There is no model "{model}" for this token.',
    zh: '该令牌没有模型 "{model}"。',
  },
  prompt_empty: {
    status: 400,
    en: 'The prompt is empty: describe what you want to see.',
    zh: '提示词为空：请描述想要的画面。',
  },
  parameter_unknown: {
    status: 400,
    en: 'Unrecognized parameter `{parameter}`. Allowed: {allowed}.',
    zh: '无法识别的参数 `{parameter}`。允许：{allowed}。',
  },
  parameter_invalid: {
    status: 400,
    en: 'Invalid value for `{parameter}`: {value}. Allowed: {allowed}.',
    zh: '`{parameter}` 的值无效：{value}。允许：{allowed}。',
  },
  parameter_conflict: {
    status: 400,
    en: '`{parameter}` is not compatible with `{other}`. {remedy}',
    zh: '`{parameter}` 与 `{other}` 不兼容。{remedy}',
  },
  button_unknown: {
    status: 400,
    en: 'Task {task} offers no button "{customId}". It offers: {allowed}.',
    zh: '任务 {task} 没有按钮 "{customId}"。可用：{allowed}。',
  },
  not_offered: {
    status: 501,
    en: '{operation} is not offered by this server.',
    zh: '本服务器不提供 {operation}。',
  },
  seed_unknown: {
    status: 409,
    en: 'Task {task} has no picture whose seed could be told: it is {phase}.',
    zh: '任务 {task} 没有可查询 seed 的图片：{phase}。',
  },
  modal_unexpected: {
    status: 409,
    en: 'Task {task} does not wait for a confirmation: its state is "{phase}".',
    zh: '任务 {task} 不在等待确认：{phase}。',
  },
  modal_expired: {
    status: 410,
    en: 'The confirmation did not come in time. Nothing was charged.',
    zh: '未及时确认，任务已取消。未扣费。',
  },
  mask_blank: {
    status: 400,
    en: 'The mask in "{param}" has nothing white in it: white is what is painted anew.',
    zh: '"{param}" 中的遮罩没有白色区域：白色为需要重绘的部分。',
  },
  mask_missing: {
    status: 400,
    en: 'maskBase64 is missing: send a picture of the region, white where it is to be painted anew.',
    zh: '缺少 maskBase64：请发送区域图片，白色为需要重绘的部分。',
  },
  parent_expired: {
    status: 410,
    en: 'The pictures of task {task} were kept for a limited time and are gone.',
    zh: '任务 {task} 的图片已超过保留期并被删除。',
  },
  // Pictures that clients bring.
  picture_invalid: {
    status: 400,
    en: 'The picture in "{param}" cannot be used: {reason}',
    zh: '"{param}" 中的图片无法使用：{reason}',
  },
  link_invalid: {
    status: 400,
    en: '[Invalid link] Could not fetch {url}: {reason}',
    zh: '[链接无效] 无法获取 {url}：{reason}',
  },
  uploads_full: {
    status: 429,
    en: 'Your pictures take all the room an account has. Wait until older ones expire.',
    zh: '上传的图片已占满账户空间，请等待旧图片过期。',
  },
  input_expired: {
    status: 410,
    en: 'A picture that the task starts from is no longer kept. Nothing was charged.',
    zh: '任务所需的图片已超过保留期。未扣费。',
  },
  banned_word: {
    status: 422,
    en: 'The prompt contains a word that is not allowed here: {word}',
    zh: '可能包含敏感词：{word}',
  },
  tasks_too_many: {
    status: 400,
    en: 'This asks for {count} tasks at once; the tier {tier} allows {limit}.',
    zh: '一次请求 {count} 个任务；{tier} 模式最多允许 {limit} 个。',
  },
  parent_not_ready: {
    status: 409,
    en: 'Task {task} is {phase}; follow-ups start from a finished task.',
    zh: '任务 {task} 状态为 {phase}；后续操作需任务完成。',
  },
  parent_unknown: { status: 400, en: 'There is no task {task}.', zh: '关联任务 {task} 不存在或已失效。' },
  task_unknown: { status: 404, en: 'There is no task {task}.', zh: '任务 {task} 不存在。' },
  hook_unknown: { status: 404, en: 'There is no webhook {hook}.', zh: 'webhook {hook} 不存在。' },
  hook_busy: {
    status: 409,
    retryable: true,
    en: 'Webhook {hook} is told the end of its task, and not just now: task {task} goes on, or a message is on its way.',
    zh: 'webhook {hook} 暂时无法重新投递：任务 {task} 尚未结束，或消息正在投递中。',
  },
  engine_unknown: {
    status: 404,
    en: 'There is no engine "{engine}". There are: {allowed}.',
    zh: '没有引擎 "{engine}"。可用：{allowed}。',
  },
  cursor_unknown: {
    status: 400,
    en: 'There is no task {task} to list after.',
    zh: '没有任务 {task}，无法作为翻页游标。',
  },
  idempotency_conflict: {
    status: 409,
    en: 'This Idempotency-Key was used with another request. Use a new key for a new request.',
    zh: '该 Idempotency-Key 已用于另一个请求。新请求请使用新的键。',
  },
  // Limits and money.
  insufficient_balance: {
    status: 402,
    en: 'The balance is too low: this costs {amount} {currency}, {available} is available.',
    zh: '余额不足：需要 {amount} {currency}，可用 {available}。',
  },
  queue_full: {
    status: 429,
    retryable: true,
    en: 'The queue is full: {limit} of your tasks are waiting. Try again when some are done.',
    zh: '队列已满：已有 {limit} 个任务等待。请稍后再试。',
  },
  streams_too_many: {
    status: 429,
    retryable: true,
    en: 'This account has {limit} streams open already.',
    zh: '该账户已打开 {limit} 个事件流。',
  },
  // Finished files.
  video_not_ready: {
    status: 409,
    retryable: true,
    en: 'The video is not finished yet: it is {phase}.',
    zh: '视频尚未完成：{phase}。',
  },
  video_failed: {
    status: 409,
    en: 'The video failed, there is nothing to download: {reason}',
    zh: '视频生成失败，无可下载内容：{reason}',
  },
  video_expired: {
    status: 410,
    en: 'The file was kept until {expired} and is gone.',
    zh: '文件保留至 {expired}，现已删除。',
  },
  variant_unknown: {
    status: 400,
    en: 'Invalid value for "variant": {value}. Allowed: {allowed}.',
    zh: '"variant" 的值无效：{value}。允许：{allowed}。',
  },
  file_unknown: { status: 404, en: 'There is no such file.', zh: '文件不存在。' },
  file_expired: {
    status: 410,
    en: 'The file was kept for a limited time and is gone.',
    zh: '文件已超过保留期并被删除。',
  },
  range_invalid: {
    status: 416,
    en: 'The file has {size} bytes; the range asked for is outside.',
    zh: '文件共 {size} 字节；请求的范围无效。',
  },
  // Why a task failed. None of these is charged.
  cancelled: { status: 409, en: 'The task was cancelled.', zh: '任务已取消。' },
  timeout: {
    status: 504,
    en: 'The task was not finished in time. Nothing was charged.',
    zh: '任务超时，未扣费。',
  },
  engine_error: { status: 502, en: 'The engine failed: {reason}', zh: '引擎出错：{reason}' },
  engine_rejected: {
    status: 502,
    en: 'The engine refused the job: {reason}',
    zh: '引擎拒绝了任务：{reason}',
  },
  engine_busy: { status: 503, retryable: true, en: 'The engine is busy.', zh: '引擎繁忙。' },
  engine_unavailable: {
    status: 503,
    retryable: true,
    en: 'The engine cannot be reached: {reason}',
    zh: '无法连接引擎：{reason}',
  },
  engine_media_invalid: {
    status: 502,
    en: 'The engine said it was done but handed over no usable file: {reason}',
    zh: '引擎声称完成但没有可用文件：{reason}',
  },
  start_unknown: {
    status: 502,
    en: 'The service stopped while the engine was being asked to start; whether it did is unknown, so it is not asked again. Nothing was charged.',
    zh: '请求引擎启动时服务中断，无法得知是否已启动，因此不再重试。未扣费。',
  },
  content_refused: {
    status: 422,
    en: 'The engine refused the content: {reason}',
    zh: '内容被引擎拒绝：{reason}',
  },
  ...consoleErrors,
  // Ours.
  database_unavailable: {
    status: 503,
    retryable: true,
    en: 'The database cannot be reached just now. Try again in a moment.',
    zh: '数据库暂时不可用，请稍后再试。',
  },
  shutting_down: {
    status: 503,
    retryable: true,
    en: 'The server is shutting down. Try again in a moment.',
    zh: '服务正在关闭，请稍后再试。',
  },
  internal: {
    status: 500,
    en: 'Something went wrong on our side. Nothing was charged.',
    zh: '服务内部错误。未扣费。',
  },
} as const satisfies Record<string, ErrorEntry>;
