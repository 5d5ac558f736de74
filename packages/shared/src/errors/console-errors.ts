/** Error codes that only the Console's API has: a part of the one table in `error-table.ts`. */

export const consoleErrors = {
  password_weak: {
    status: 400,
    en: 'The password is too easy to guess. It is a common password, a repetition or a sequence, or it contains your name, your email address or the name of this service. Choose at least 12 characters that avoid these, for example four unrelated words.',
    zh: '该密码容易被猜到。它是常见密码、重复或连续的字符，或包含你的姓名、邮箱或本服务的名称。请使用至少 12 个不属于上述情况的字符，例如四个互不相关的词。',
  },
  sign_up_closed: {
    status: 403,
    en: 'This server does not accept sign-ups. Ask its operator, or an owner of an account, for an invitation.',
    zh: '此服务器不开放注册。请向运营者或账户所有者索取邀请。',
  },
  mail_not_offered: {
    status: 409,
    en: 'This server sends no e-mail. The operator can configure it: KINORA_SMTP_URL and KINORA_MAIL_FROM.',
    zh: '此服务器不发送邮件。运营者可通过 KINORA_SMTP_URL 和 KINORA_MAIL_FROM 进行配置。',
  },
  mail_not_sent: {
    status: 503,
    retryable: true,
    en: 'The mail server did not accept the mail: {reason}',
    zh: '邮件服务器未接受该邮件：{reason}',
  },
  proof_invalid: {
    status: 400,
    en: 'The proof of work is wrong, expired or used. Request a new challenge from /api/sign-up.challenge.',
    zh: '工作量证明有误、已过期或已使用。请通过 /api/sign-up.challenge 获取新的质询。',
  },
  sign_ups_too_many: {
    status: 429,
    en: 'Your network has made {limit} requests for accounts and passwords in the last hour. Try again later.',
    zh: '你所在网络在最近一小时内已发起 {limit} 次注册或重置密码的请求。请稍后再试。',
  },
  invitations_too_many: {
    status: 429,
    en: 'This account has sent {limit} invitations by e-mail in the last hour. Invite with a link instead, or try again later.',
    zh: '此账户在最近一小时内已通过邮件发送 {limit} 份邀请。请改用链接邀请，或稍后再试。',
  },
  joins_too_many: {
    status: 429,
    en: 'People have tried {limit} times in the last hour to join this account with a link. Try again later.',
    zh: '最近一小时内已有 {limit} 次通过链接加入此账户的尝试。请稍后再试。',
  },
  reauthentication_needed: {
    status: 403,
    en: 'This action requires a sign-in within the last {minutes} minutes. Sign out, sign in again, then try again.',
    zh: '此操作需要最近 {minutes} 分钟内的登录。请退出并重新登录，然后重试。',
  },
  secret_key_missing: {
    status: 409,
    en: 'The secret cannot be encrypted: this server has no secret key. Set KINORA_SECRET_KEY to the output of "openssl rand -base64 32" for all processes and restart them, or use a reference: env:NAME or file:/path.',
    zh: '无法加密：本服务器没有加密密钥。请在所有进程上将 KINORA_SECRET_KEY 设为 "openssl rand -base64 32" 的输出并重启，或改用引用：env:NAME 或 file:/路径。',
  },
  secret_key_unusable: {
    status: 500,
    en: 'The key file {file} is damaged, or cannot be read or written. Check its permissions and the free disk space, or restore it from a backup.',
    zh: '密钥文件 {file} 已损坏，或无法读写。请检查其权限和磁盘空间，或从备份中恢复。',
  },
  engine_declared: {
    status: 409,
    en: 'The engine {engine} is defined in a declaration file. Change it there and apply the file.',
    zh: '引擎 {engine} 由声明文件定义。请修改该文件并重新应用。',
  },
  engine_in_use: {
    status: 409,
    en: 'Drain the engine {engine} first, and wait until its tasks have ended. Running now: {running}.',
    zh: '须先排空引擎 {engine} 并等待其任务结束。当前运行中：{running}。',
  },
  engine_needed: {
    status: 409,
    en: 'Queued tasks can only run on the engine {engine}: {models}. Add another route for these models, or wait until the tasks have ended.',
    zh: '排队中的任务只能由引擎 {engine} 运行：{models}。请为这些模型添加其他路由，或等待任务结束。',
  },
  workflow_unknown: {
    status: 404,
    en: 'There is no workflow {workflow}. Available: {allowed}.',
    zh: '没有工作流 {workflow}。现有：{allowed}。',
  },
  workflow_needed: {
    status: 409,
    en: 'This is the last workflow of the family {family}, which is used by these routes: {routes}. Change or remove them first.',
    zh: '这是 {family} 系列的最后一个工作流，且有路由引用它：{routes}。请先更改或移除这些路由。',
  },
  model_in_use: {
    status: 409,
    en: 'The model {model} still has {tasks} open tasks. Wait until they have ended, or cancel them.',
    zh: '模型 {model} 仍有 {tasks} 个未结束的任务。请等待其结束或取消任务。',
  },
  model_built_in: {
    status: 409,
    en: 'The model {model} is built in and cannot be changed or removed. To take it out of use, disable its routes.',
    zh: '模型 {model} 随产品提供。如需停用，请禁用其路由。',
  },
  engine_route_unknown: {
    status: 404,
    en: 'There is no route from the model {model} to the engine {engine}.',
    zh: '模型 {model} 没有通向引擎 {engine} 的路由。',
  },
  route_needed: {
    status: 409,
    en: 'This is the only route of the model {model}, and {tasks} of its tasks are queued. Add another route, or wait until the tasks have ended.',
    zh: '这是模型 {model} 的唯一路由，且有 {tasks} 个任务在排队。请添加其他路由，或等待任务结束。',
  },
  collection_unknown: {
    status: 404,
    en: 'There is no collection {collection}.',
    zh: '收藏集 {collection} 不存在。',
  },
  collection_taken: {
    status: 409,
    en: 'A collection named "{name}" already exists.',
    zh: '已存在名为 "{name}" 的收藏集。',
  },
  collections_too_many: {
    status: 409,
    en: 'An account is limited to {limit} collections. Delete one first.',
    zh: '每个账户最多 {limit} 个收藏集。请先删除一个。',
  },
  download_too_large: {
    status: 400,
    en: 'A download is limited to {limit} tasks. Select fewer tasks or a shorter period.',
    zh: '一次下载最多 {limit} 个任务。请减少选择或缩短时间范围。',
  },
  downloads_too_many: {
    status: 429,
    retryable: true,
    en: 'The account already has {limit} downloads in progress. Wait for one to finish, then try again.',
    zh: '该账户已有 {limit} 个下载正在进行。请等待其中一个完成后重试。',
  },
  webhook_test_wait: {
    status: 429,
    retryable: true,
    en: 'Test events are limited to one at a time and {limit} per minute. Try again in {retryAfter} seconds.',
    zh: '测试事件一次只能发送一个，每分钟最多 {limit} 个。请在 {retryAfter} 秒后重试。',
  },
  result_not_kept: {
    status: 409,
    en: 'Task {task} has no result that could be fetched. Allowed: failed tasks of paid engines that had accepted the job, until their files expire.',
    zh: '任务 {task} 没有可再次获取的结果。仅限付费引擎已接受、之后失败且文件尚未过期的任务。',
  },
  result_engine_gone: {
    status: 409,
    en: 'The engine "{engine}", which has the result, was removed. Add it again under this name, then try again.',
    zh: '保存该结果的引擎 "{engine}" 已被移除。请以相同名称重新添加后再试。',
  },
  retry_not_ended: {
    status: 409,
    en: 'Task {task} is {phase}. Only failed and cancelled tasks can be retried.',
    zh: '任务 {task} 状态为 {phase}。只有失败或已取消的任务才能重试。',
  },
  retry_unanswered: {
    status: 409,
    en: 'Task {task} cannot be retried: its button was never confirmed. Press the button again.',
    zh: '任务 {task} 无法重试：其按钮从未确认。请重新点击该按钮。',
  },
  retry_token_revoked: {
    status: 409,
    en: 'The token of task {task} has been revoked. Specify another one in `token`.',
    zh: '任务 {task} 所用的令牌已被吊销。请用 `token` 指定其他令牌。',
  },
  local_models_off: {
    status: 409,
    en: 'Local models are switched off on this server (KINORA_LOCAL_MODELS).',
    zh: '本服务器已关闭本地模型（KINORA_LOCAL_MODELS）。',
  },
  local_catalogue_unusable: {
    status: 409,
    en: 'The catalogue {place} (KINORA_LOCAL_CATALOGUE) cannot be used: {reason}',
    zh: '目录 {place}（KINORA_LOCAL_CATALOGUE）无法使用：{reason}',
  },
  local_model_unknown: {
    status: 404,
    en: 'There is no local model {name}. Available: {allowed}.',
    zh: '没有本地模型 {name}。现有：{allowed}。',
  },
  local_model_state: {
    status: 409,
    en: 'The local model {name} is {state}. Allowed: {allowed}.',
    zh: '本地模型 {name} 的状态为 {state}。允许的状态：{allowed}。',
  },
  local_model_unfit: {
    status: 409,
    en: 'The model {name} does not fit this machine. {reason} To install it nevertheless: "kinora local install {name} --force".',
    zh: '本机无法运行模型 {name}。{reason} 如仍要安装："kinora local install {name} --force"。',
  },
  local_host_only: {
    status: 403,
    en: 'Files and programs of the server can be named only on its command line: kinora local.',
    zh: '只能在服务器的命令行中指定其文件和程序：kinora local。',
  },
  local_checkpoint_unknown: {
    status: 400,
    en: 'The file {file} cannot be used: {reason}',
    zh: '文件 {file} 无法使用：{reason}',
  },
  engine_installed: {
    status: 409,
    en: 'The engine {engine} belongs to a local model. Its program and arguments are decided by the installation. To remove it, remove the local model: "kinora local list", "kinora local remove".',
    zh: '引擎 {engine} 属于一个本地模型，其程序和参数由安装过程决定。如需移除，请移除该本地模型："kinora local list"、"kinora local remove"。',
  },
  payments_closed: {
    status: 409,
    en: 'Payments are not configured on this server. Ask the operator for credit.',
    zh: '此服务器未配置支付。请联系运营者充值。',
  },
  payments_too_many: {
    status: 429,
    en: 'The account has started {limit} payments in the last hour and paid none of them. Pay one of them, or try again later.',
    zh: '该账户在最近一小时内已发起 {limit} 笔付款但均未支付。请先支付其中一笔，或稍后再试。',
  },
  payment_unavailable: {
    status: 503,
    retryable: true,
    en: 'The payment provider does not answer. Nothing was paid; try again later.',
    zh: '支付服务商没有响应。未产生付款，请稍后重试。',
  },
  plan_unknown: {
    status: 404,
    en: 'There is no plan "{plan}". Plans: {allowed}.',
    zh: '没有套餐“{plan}”。现有套餐：{allowed}。',
  },
  plan_retired: {
    status: 409,
    en: 'The plan "{plan}" is no longer offered. Choose another one.',
    zh: '套餐“{plan}”已停售，请选择其他套餐。',
  },
  plan_running: {
    status: 409,
    en: 'The account has the plan "{plan}". Change it, or wait until it has ended.',
    zh: '该账户已有套餐“{plan}”。请更改该套餐，或等待其结束。',
  },
  plan_paid: {
    status: 409,
    en: 'A plan was paid a moment ago. It starts when the payment provider has reported it.',
    zh: '刚刚已为某个套餐付款；支付服务商通知到达后即会开通。',
  },
  plan_by_operator: {
    status: 409,
    en: 'The operator gave the account its plan. Ask the operator to change it.',
    zh: '该套餐由运营者开通，请联系运营者更改。',
  },
  plan_missing: {
    status: 409,
    en: 'The account has no plan. Start one first.',
    zh: '该账户没有套餐，请先开通。',
  },
  discount_unknown: {
    status: 404,
    en: 'There is no discount code {discount}, or it was revoked.',
    zh: '优惠码 {discount} 不存在，或已被撤销。',
  },
  receipt_unknown: {
    status: 404,
    en: 'There is no receipt {receipt}, or it belongs to another account.',
    zh: '收据 {receipt} 不存在，或属于其他账户。',
  },
  payment_report_invalid: {
    status: 400,
    en: 'The report is not signed with the secret of this server, or is too old.',
    zh: '该通知未使用本服务器的密钥签名，或已过期。',
  },
} as const;
