/**
 * The one table of error codes. Every refusal and every failed task has a code from here; each interface maps
 * codes to its own wire shape in its `wire.ts`. Texts are templates: `{name}` is filled from the details.
 * @NOTE length: it is one table.
 */
import { agentErrors } from './agent-errors.ts';
import { consoleErrors } from './console-errors.ts';
import { limitErrors } from './limit-errors.ts';
import { oauthErrors } from './oauth-errors.ts';
import { promptErrors } from './prompt-errors.ts';
import { taskErrors } from './task-errors.ts';

export interface ErrorEntry {
  /** HTTP status, where the interface lets it show. */
  readonly status: number;
  /** Whether the same request may succeed later, unchanged. */
  readonly retryable?: boolean;
  readonly en: string;
  readonly zh: string;
}

export const errorTable = {
  // Who is asking.
  key_missing: {
    status: 401,
    en: 'The API key is missing. Send it in the header "Authorization: Bearer <key>".',
    zh: '缺少 API 密钥。请以 "Authorization: Bearer <密钥>" 发送。',
  },
  key_invalid: {
    status: 401,
    en: 'The API key is invalid. Check it, or create a new token.',
    zh: 'API 密钥无效。请检查，或新建令牌。',
  },
  key_revoked: {
    status: 401,
    en: 'The API key has been revoked. Create a new token.',
    zh: '该 API 密钥已被吊销。请新建令牌。',
  },
  token_expired: {
    status: 403,
    en: 'The token expired at {at}. Existing results can still be read and downloaded. To create tasks, use a new token or extend this one.',
    zh: '该令牌已于 {at} 过期。仍可查询和下载已有结果；如需继续生成，请新建令牌或延长有效期。',
  },
  account_suspended: {
    status: 403,
    en: 'The account is suspended. Existing results can still be read and downloaded. Contact the operator.',
    zh: '该账户已被暂停。仍可查询和下载已有结果。请联系运营者。',
  },
  ...limitErrors,
  submit_again: {
    status: 429,
    retryable: true,
    en: 'The request conflicted with another one. Nothing was created or charged; try again.',
    zh: '请求与另一个请求冲突，未创建也未扣费。请重试。',
  },
  wrong_group: {
    status: 403,
    en: 'This token belongs to the group "{group}", but this interface requires a token of the group "{needed}".',
    zh: '该令牌属于分组 "{group}"；此接口需要分组 "{needed}" 的令牌。',
  },
  model_not_in_group: {
    status: 403,
    en: 'The model "{model}" belongs to the group "{needed}", but this token belongs to the group "{group}".',
    zh: '模型 "{model}" 属于分组 "{needed}"；该令牌属于 "{group}"。',
  },
  model_not_allowed: {
    status: 403,
    en: 'This token may not use the model "{model}". Allowed: {allowed}.',
    zh: '该令牌不能使用模型 "{model}"。允许：{allowed}。',
  },
  group_closed: {
    status: 403,
    en: 'This account no longer has access to the group "{group}". Existing results can still be read and downloaded.',
    zh: '分组 "{group}" 已不再对该账户开放。仍可查询和下载已有结果。',
  },
  address_not_allowed: {
    status: 403,
    en: 'This token may not be used from the IP address {address}.',
    zh: '该令牌不能从 IP 地址 {address} 使用。',
  },
  session_missing: {
    status: 401,
    en: 'You are not signed in. Sign in, then try again.',
    zh: '你尚未登录。请登录后重试。',
  },
  sign_in_failed: {
    status: 401,
    en: 'The email address or the password is incorrect.',
    zh: '邮箱或密码错误。',
  },
  sign_in_wait: {
    status: 429,
    en: 'Too many sign-in attempts failed. Try again in {retryAfter} seconds.',
    zh: '登录失败次数过多。请在 {retryAfter} 秒后重试。',
  },
  passkey_refused: {
    status: 401,
    en: 'The passkey is unknown or could not be verified. Try again, or sign in another way.',
    zh: '通行密钥未知或验证失败。请重试，或使用其他方式登录。',
  },
  passkey_invalid: {
    status: 400,
    en: 'The passkey created by the browser cannot be used. Start over.',
    zh: '浏览器创建的通行密钥无法使用。请重新开始。',
  },
  passkey_taken: { status: 409, en: 'This passkey has already been added.', zh: '该通行密钥已添加。' },
  passkey_unknown: {
    status: 404,
    en: 'You have no passkey "{passkey}".',
    zh: '你没有通行密钥 "{passkey}"。',
  },
  passkeys_unavailable: {
    status: 400,
    en: 'Passkeys require an https address with a host name, or localhost. The current address is {address}.',
    zh: '通行密钥需要带主机名的 https 地址或 localhost；当前为 {address}。',
  },
  challenge_unknown: {
    status: 400,
    en: 'The request has expired, was started elsewhere, or has already been used. Start over.',
    zh: '该操作已超时、在别处发起或已使用。请重新开始。',
  },
  provider_unavailable: {
    status: 502,
    retryable: true,
    en: 'The sign-in provider cannot be reached or returned an invalid response. Try again later, or sign in another way.',
    zh: '暂时无法连接登录服务，或其响应异常。请稍后再试，或使用其他方式登录。',
  },
  provider_refused: {
    status: 401,
    en: 'The sign-in provider refused the sign-in: {reason}. Start over, or sign in another way.',
    zh: '登录服务拒绝了登录：{reason}。请重新开始，或使用其他方式登录。',
  },
  email_unverified: {
    status: 403,
    en: 'The sign-in provider did not confirm your email address, so you could not be identified. Verify the address with the provider, or sign in another way.',
    zh: '登录服务未确认你的邮箱，因此无法识别你的身份。请先在该服务验证邮箱，或使用其他方式登录。',
  },
  identity_unknown: {
    status: 403,
    en: 'There is no user with the email address {email}. Ask for an invitation.',
    zh: '没有邮箱为 {email} 的用户。请申请邀请。',
  },
  user_disabled: {
    status: 403,
    en: 'The user is disabled. Contact an owner of the account or the operator.',
    zh: '该用户已被停用。请联系账户所有者或运营者。',
  },
  not_allowed: {
    status: 403,
    en: 'This action requires the role {who} or higher.',
    zh: '此操作需要 {who} 或更高的角色。',
  },
  request_foreign: {
    status: 403,
    en: 'The request was not sent by the Console of this server.',
    zh: '该请求并非来自本服务器的控制台。',
  },
  account_unknown: { status: 404, en: 'There is no account "{account}".', zh: '账户 "{account}" 不存在。' },
  user_unknown: { status: 404, en: 'There is no user "{user}".', zh: '用户 "{user}" 不存在。' },
  token_unknown: {
    status: 404,
    en: 'No active token, or more than one, matches "{token}". Use its ID or the visible prefix of its key (kn_…).',
    zh: '没有有效令牌与 "{token}" 匹配，或匹配的不止一个。请使用其 ID 或密钥开头（kn_…）。',
  },
  session_unknown: { status: 404, en: 'There is no session "{session}".', zh: '会话 "{session}" 不存在。' },
  code_unknown: {
    status: 404,
    en: 'The code is invalid, or it has been redeemed, revoked or expired.',
    zh: '兑换码无效、已兑换、已撤销或已过期。',
  },
  invitation_unknown: {
    status: 404,
    en: 'The link is invalid, expired, or has already been used. Ask for a new one.',
    zh: '该链接无效、已使用或已过期。请重新获取。',
  },
  // Fields of the request.
  json_invalid: {
    status: 400,
    en: 'The request body is not valid JSON: character {position} is {found}. Allowed there: {allowed}',
    zh: '请求体不是有效的 JSON：第 {position} 个字符为 {found}。此处允许：{allowed}',
  },
  body_not_object: {
    status: 400,
    en: 'The request body is not a JSON object.',
    zh: '请求体不是 JSON 对象。',
  },
  body_not_utf8: {
    status: 400,
    en: 'The request body is not encoded as UTF-8. Send it in UTF-8.',
    zh: '请求体不是 UTF-8 编码。请以 UTF-8 编码发送。',
  },
  body_too_large: { status: 413, en: 'The request body exceeds {limit}.', zh: '请求体超过 {limit}。' },
  body_text_too_large: {
    status: 413,
    en: 'The request body has more than {limit} besides images. Only images in Base64 may take more.',
    zh: '请求体中除图片以外的内容超过 {limit}。只有 Base64 图片可以更大。',
  },
  uploads_too_many: {
    status: 429,
    retryable: true,
    en: 'Request bodies from one caller are limited to {limit} at a time. Wait for the others to finish, then try again.',
    zh: '同一调用方同时接收的请求体最多 {limit}。请等待其他请求完成后重试。',
  },
  reports_too_many: {
    status: 429,
    retryable: true,
    en: 'Reports are limited to {limit} per second for each job. Try again in {retryAfter} seconds.',
    zh: '每个作业每秒最多接收 {limit} 次变更通知。请在 {retryAfter} 秒后重试。',
  },
  server_busy: {
    status: 503,
    retryable: true,
    en: 'The server cannot receive more data right now. Nothing was created or charged; try again later.',
    zh: '服务器暂时无法接收更多数据，未创建也未扣费。请稍后重试。',
  },
  media_type_unsupported: {
    status: 415,
    en: 'The Content-Type "{type}" is not supported. Allowed: {allowed}.',
    zh: '不支持 Content-Type "{type}"。允许：{allowed}。',
  },
  content_encoding_unsupported: {
    status: 415,
    en: 'The Content-Encoding "{encoding}" is not supported. Send the body without compression.',
    zh: '不支持 Content-Encoding "{encoding}"。请发送未压缩的请求体。',
  },
  route_unknown: {
    status: 404,
    en: 'There is no route {method} {path}. {remedy}',
    zh: '没有此接口：{method} {path}。{remedy}',
  },
  headers_too_large: {
    status: 431,
    en: 'The request headers are too large. Allowed: at most 16 KB in all.',
    zh: '请求头过大。总计最多 16 KB。',
  },
  body_in_pieces: {
    status: 400,
    en: 'The body arrives in too many small pieces. Send it in chunks of at least 256 bytes, or with a Content-Length.',
    zh: '请求体被分成过多的小块。请使用至少 256 字节的分块，或提供 Content-Length。',
  },
  request_timeout: {
    status: 408,
    en: 'The request was not received in time. Send it over a faster connection, or send less data.',
    zh: '请求未能及时收完。请使用更快的连接，或减少发送的数据。',
  },
  method_not_allowed: {
    status: 405,
    en: 'The method {method} is not allowed. Allowed: {allowed}.',
    zh: '不允许方法 {method}。允许：{allowed}。',
  },
  field_unknown: {
    status: 400,
    en: 'Unknown field "{param}". Allowed: {allowed}.',
    zh: '未知字段 "{param}"。允许：{allowed}。',
  },
  field_not_taken: {
    status: 400,
    en: 'The model {model} does not accept {param}. Allowed: {allowed}.',
    zh: '模型 {model} 不接受 {param}。允许：{allowed}。',
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
    en: 'This token has no access to a model "{model}".',
    zh: '该令牌没有模型 "{model}"。',
  },
  model_unable: {
    status: 400,
    en: 'The model "{model}" does not support {operation}. Choose one of {allowed}, or name no model.',
    zh: '模型 "{model}" 不支持 {operation}。请选择以下之一：{allowed}，或不指定模型。',
  },
  model_cannot_continue: {
    status: 400,
    en: 'The model "{model}" cannot continue the work of "{parent}", because no engine runs both. Choose one of {allowed}, or name no model.',
    zh: '模型 "{model}" 无法接续 "{parent}" 的作品，因为没有同时运行两者的引擎。请选择以下之一：{allowed}，或不指定模型。',
  },
  prompt_not_understood: {
    status: 400,
    en: 'The engine of "{model}" cannot draw this prompt. It did not understand: {words}. It can draw: {allowed}. Include at least one of these, or choose a model that uses another engine. Nothing was charged.',
    zh: '模型 "{model}" 的引擎无法绘制此提示词，以下内容未能理解：{words}。它可以绘制：{allowed}。请至少写出其中一项，或改用其他引擎的模型。未扣费。',
  },
  not_possible: {
    status: 400,
    en: 'The model "{model}" cannot do this. {reason}',
    zh: '模型 "{model}" 无法执行此操作。{reason}',
  },
  button_unknown: {
    status: 400,
    en: 'Task {task} has no button "{customId}". Allowed: {allowed}.',
    zh: '任务 {task} 没有按钮 "{customId}"。允许：{allowed}。',
  },
  not_offered: {
    status: 501,
    en: 'This server does not support {operation}.',
    zh: '本服务器不支持 {operation}。',
  },
  seed_unknown: {
    status: 409,
    en: 'The seed of task {task} is not available: only a task that succeeded and generated images has one. This task is {phase}.',
    zh: '任务 {task} 没有种子：只有成功且生成了图片的任务才有。该任务状态为 {phase}。',
  },
  modal_unexpected: {
    status: 409,
    en: 'Task {task} is not waiting for a confirmation: its state is "{phase}".',
    zh: '任务 {task} 不在等待确认：状态为 {phase}。',
  },
  modal_expired: {
    status: 410,
    en: 'The task was not confirmed in time. Nothing was charged; press the button again.',
    zh: '任务未及时确认。未扣费；请重新点击按钮。',
  },
  mask_blank: {
    status: 400,
    en: 'The mask in "{param}" has no white area. Paint the area to be regenerated white.',
    zh: '"{param}" 中的蒙版没有白色区域。请将需要重新生成的区域涂成白色。',
  },
  mask_missing: {
    status: 400,
    en: 'The field "maskBase64" is missing. Send a mask image in which the area to be regenerated is white.',
    zh: '缺少字段 "maskBase64"。请发送蒙版图片，其中白色为需要重新生成的区域。',
  },
  image_missing: {
    status: 400,
    en: 'Task {task} has no image {number}. It has {count}, numbered from 1.',
    zh: '任务 {task} 没有第 {number} 张图片。它共有 {count} 张，从 1 开始编号。',
  },
  parent_expired: {
    status: 410,
    en: 'The images of task {task} have expired and were deleted.',
    zh: '任务 {task} 的图片已过期并被删除。',
  },
  // Pictures that clients bring.
  picture_invalid: {
    status: 400,
    en: 'The image in "{param}" cannot be used: {reason}',
    zh: '"{param}" 中的图片无法使用：{reason}',
  },
  pictures_too_large: {
    status: 400,
    en: 'The images of this request have {sent} megapixels in total. Allowed: at most {allowed}. Send smaller images.',
    zh: '此请求的图片共 {sent} 百万像素，最多允许 {allowed}。请发送更小的图片。',
  },
  link_invalid: {
    status: 400,
    en: '[Invalid link] Could not fetch {url}: {reason}',
    zh: '[链接无效] 无法获取 {url}：{reason}',
  },
  uploads_full: {
    status: 429,
    en: 'The uploaded images have reached the storage limit of the account. Wait until older ones expire.',
    zh: '上传的图片已达到账户的存储上限。请等待旧图片过期。',
  },
  input_expired: {
    status: 410,
    en: 'An input image of the task has expired. Nothing was charged.',
    zh: '任务的输入图片已过期。未扣费。',
  },
  banned_word: {
    status: 422,
    en: 'The prompt contains a banned word: {word}',
    zh: '可能包含敏感词：{word}',
  },
  parent_not_ready: {
    status: 409,
    en: 'Task {task} is {phase}. Follow-ups require a finished task.',
    zh: '任务 {task} 状态为 {phase}。后续操作需要已完成的任务。',
  },
  parent_unknown: { status: 400, en: 'There is no task {task}.', zh: '关联任务 {task} 不存在或已失效。' },
  task_unknown: { status: 404, en: 'There is no task {task}.', zh: '任务 {task} 不存在。' },
  hook_unknown: { status: 404, en: 'There is no webhook {hook}.', zh: 'webhook {hook} 不存在。' },
  hook_busy: {
    status: 409,
    retryable: true,
    en: 'Webhook {hook} cannot be redelivered yet: task {task} has not finished, or a delivery is in progress.',
    zh: 'webhook {hook} 暂时无法重新投递：任务 {task} 尚未结束，或正在投递中。',
  },
  engine_unknown: {
    status: 404,
    en: 'There is no engine "{engine}". Available: {allowed}.',
    zh: '没有引擎 "{engine}"。可用：{allowed}。',
  },
  engine_loop: {
    status: 400,
    en: 'A task of this server sent this request: the engine of its model leads back to this server. The operator must choose another route for the model here, or another upstream in the gateway between.',
    zh: '此请求由本服务器的任务发出：其模型的引擎又指回了本服务器。请运营者在此处更换该模型的路由，或在中间网关更换上游。',
  },
  cursor_unknown: {
    status: 400,
    en: 'The cursor is invalid: there is no task {task}.',
    zh: '游标无效：没有任务 {task}。',
  },
  idempotency_conflict: {
    status: 409,
    en: 'This {param} was already used for a different request. Use a new key for each new request.',
    zh: '该 {param} 已用于另一个请求。新请求请使用新的键。',
  },
  // Limits and money.
  insufficient_balance: {
    status: 402,
    en: 'The balance is too low: the request costs {amount} {currency}{reason}.',
    zh: '余额不足：请求需要 {amount} {currency}{reason}。',
  },
  queue_full: {
    status: 429,
    retryable: true,
    en: 'The queue is full: {limit} of your tasks are waiting. Try again when some have finished.',
    zh: '队列已满：已有 {limit} 个任务在等待。请等待部分任务结束后重试。',
  },
  streams_too_many: {
    status: 429,
    retryable: true,
    en: 'The account already has {limit} event streams open. Close one, then try again.',
    zh: '该账户已打开 {limit} 个事件流。请关闭一个后重试。',
  },
  task_ended: {
    status: 409,
    en: 'The task cannot be cancelled: it is already {status}.',
    zh: '任务无法取消：其状态已是 {status}。',
  },
  // Finished files.
  video_not_ready: {
    status: 409,
    retryable: true,
    en: 'The video has not finished yet: it is {phase}.',
    zh: '视频尚未完成：状态为 {phase}。',
  },
  video_failed: {
    status: 409,
    en: 'The video failed and has no file: {reason}',
    zh: '视频生成失败，没有文件：{reason}',
  },
  video_expired: {
    status: 410,
    en: 'The file expired at {expired} and was deleted.',
    zh: '文件已于 {expired} 过期并被删除。',
  },
  variant_unknown: {
    status: 400,
    en: 'Invalid value for "variant": {value}. Allowed: {allowed}.',
    zh: '"variant" 的值无效：{value}。允许：{allowed}。',
  },
  variant_missing: {
    status: 404,
    en: 'The video has no {variant}, because its frames could not be decoded. Download the video itself.',
    zh: '该视频没有 {variant}，因为无法解码其画面。请下载视频本身。',
  },
  file_unknown: { status: 404, en: 'There is no such file.', zh: '文件不存在。' },
  file_expired: {
    status: 410,
    en: 'The file has expired and was deleted.',
    zh: '文件已过期并被删除。',
  },
  range_invalid: {
    status: 416,
    en: 'The requested range is outside the file, which has {size} bytes.',
    zh: '请求的范围超出文件，文件共 {size} 字节。',
  },
  // Why a task failed. None of these is charged.
  ...taskErrors,
  ...promptErrors,
  ...consoleErrors,
  ...agentErrors,
  ...oauthErrors,
  // Ours.
  database_unavailable: {
    status: 503,
    retryable: true,
    en: 'The database cannot be reached. Try again later.',
    zh: '无法连接数据库。请稍后再试。',
  },
  shutting_down: {
    status: 503,
    retryable: true,
    en: 'The server is shutting down. Try again later.',
    zh: '服务器正在关闭。请稍后再试。',
  },
  internal: {
    status: 500,
    en: 'An internal error occurred. Nothing was charged.',
    zh: '发生内部错误。未扣费。',
  },
} as const satisfies Record<string, ErrorEntry>;
