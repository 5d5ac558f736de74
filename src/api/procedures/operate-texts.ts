/**
 * Messages for operators about engines, tests and alerts, in both languages.
 * `{name}` is filled from the details.
 */
import { discoveryTexts } from './discovery-texts.ts';
import { fillText, type ErrorDetails, type Language } from '@kinora/shared/errors/errors';

export const operateTexts = {
  ...discoveryTexts,
  // The reason for the state of an engine.
  engine_drained: {
    en: 'Drained by {by}: it receives no new tasks.',
    zh: '已由 {by} 排空，不再接收新任务。',
  },
  engine_drained_because: {
    en: 'Drained by {by} ({why}): it receives no new tasks.',
    zh: '已由 {by} 排空（{why}），不再接收新任务。',
  },
  engine_down: {
    en: 'No worker has reported this engine for 30 seconds.',
    zh: '超过 30 秒没有工作进程报告该引擎。',
  },
  engine_never: { en: 'No worker runs this engine.', zh: '没有工作进程提供该引擎。' },
  engine_untried: {
    en: 'No task has ended on it in the last 24 hours. Test it to see whether it works.',
    zh: '最近 24 小时内没有任务在其上结束。可通过测试确认其是否可用。',
  },
  problem_kind_unknown: {
    en: 'This version of Kinora does not know its kind.',
    zh: '当前版本的 Kinora 不认识该引擎的类型。',
  },
  problem_settings_invalid: {
    en: 'Its settings are not valid for its kind. Change them.',
    zh: '其设置不符合该类型的要求，请修改。',
  },
  problem_secret_missing: { en: 'It requires a secret. Enter it.', zh: '需要密钥，请输入。' },
  problem_secret_unusable: {
    en: 'Its secret cannot be used by the workers. Enter it again.',
    zh: '工作进程无法使用其密钥，请重新输入。',
  },
  problem_secret_environment: {
    en: 'Its secret is the environment variable {name}, which is not set for a worker. Set it for the server and all workers, then restart them.',
    zh: '其密钥引用环境变量 {name}，但有工作进程未设置该变量。请为服务器和所有工作进程设置该变量，然后重新启动它们。',
  },
  problem_secret_file: {
    en: 'Its secret is the file {name}, which a worker cannot read. Make it readable for the server and all workers, then enter the same reference again.',
    zh: '其密钥引用文件 {name}，但有工作进程无法读取该文件。请确保服务器和所有工作进程都能读取，然后重新输入同一引用。',
  },
  engine_outside_hours: {
    en: 'Outside its hours: it receives no new tasks until {until}.',
    zh: '不在其接收任务的时段内，{until} 起恢复接收。',
  },
  engine_over_budget: {
    en: 'Its budget is used up: it receives no new tasks until {until}.',
    zh: '其预算已用完，{until} 起恢复接收新任务。',
  },
  engine_paused: {
    en: 'A route is paused: {reason}.',
    zh: '有路由已暂停：{reason}。',
  },
  engine_probe_failed: {
    en: 'The last probe failed. {reason}',
    zh: '最近一次探测失败。{reason}',
  },
  engine_troubled: {
    en: '{failed} of the last {ended} tasks in the past hour failed.',
    zh: '最近一小时的最后 {ended} 个任务中有 {failed} 个失败。',
  },
  // Why an operation of a model is not offered.
  operation_needs: {
    en: '{engine} cannot do it: it would need {needs}.',
    zh: '{engine} 无法执行：需要{needs}。',
  },
  operation_unsupported: { en: '{engine} does not support it.', zh: '{engine} 不支持。' },
  price_list_unread: {
    en: 'The price list could not be read: {reason} Check KINORA_PRICE_LIST_URL.',
    zh: '无法读取价格表：{reason} 请检查 KINORA_PRICE_LIST_URL。',
  },
  price_list_shape: {
    en: "It is not in the format of LiteLLM's cost map.",
    zh: '其格式不是 LiteLLM 的费用表。',
  },
  // The result of a trial.
  trial_made: { en: 'The test created {files} files.', zh: '试运行生成了 {files} 个文件。' },
  trial_unanswered: {
    en: 'No worker responded within 20 seconds.',
    zh: '20 秒内没有工作进程响应。',
  },
  trial_away: { en: 'No worker currently runs this engine.', zh: '当前没有工作进程提供该引擎。' },
  // Why a task did not go to an engine.
  passed_refused: { en: 'It rejected the task before starting it.', zh: '它拒绝开始该任务。' },
  passed_breaker_open: { en: 'It was paused after failures.', zh: '因多次失败而暂停使用。' },
  passed_drained: { en: 'It was drained.', zh: '已排空。' },
  passed_outside_hours: { en: 'It takes no tasks at that time of the day.', zh: '该时段不接收任务。' },
  passed_over_budget: { en: 'Its budget was used up.', zh: '其预算已用完。' },
  passed_rate_limited: { en: 'It had reached its limit of jobs per minute.', zh: '已达每分钟任务数上限。' },
  passed_absent: { en: 'It was not open in the worker.', zh: '该工作进程未提供此引擎。' },
  passed_full: { en: 'It had no free slot.', zh: '没有空闲槽位。' },
  passed_not_loaded: {
    en: 'Another engine had the model loaded.',
    zh: '另一个引擎已加载该模型。',
  },
  passed_weight: {
    en: 'It was the turn of another engine of the same priority.',
    zh: '按权重轮到同优先级的其他引擎。',
  },
  // Why a task waits: what all engines of its model have in common.
  waits_none: {
    en: 'No engine currently runs this model in this tier.',
    zh: '目前没有引擎以该速度档运行此模型。',
  },
  waits_several: {
    en: 'No engine of this model is currently accepting tasks.',
    zh: '此模型的引擎目前都不接收任务。',
  },
  waits_down: { en: 'The engine of this model is down.', zh: '此模型的引擎已离线。' },
  waits_drained: { en: 'The engine of this model is drained.', zh: '此模型的引擎已排空。' },
  waits_outside_hours: {
    en: 'The engine of this model takes no tasks at this time of the day.',
    zh: '此模型的引擎在当前时段不接收任务。',
  },
  waits_over_budget: {
    en: 'The budget of the engine of this model does not cover this task.',
    zh: '此模型的引擎的剩余预算不足以运行此任务。',
  },
  waits_rate_limited: {
    en: 'The engine of this model has reached its limit of jobs per minute.',
    zh: '此模型的引擎已达每分钟作业数上限。',
  },
  waits_breaker_open: {
    en: 'The engine of this model is paused after failures and is tried again soon.',
    zh: '此模型的引擎因多次失败而暂停，稍后会重试。',
  },
  waits_until: { en: 'Expected to continue at {until}.', zh: '预计 {until} 继续。' },
  // The result of a probe.
  proposed: {
    en: 'To add {model}, check these commands, set the price, and run them.',
    zh: '以下为添加 {model} 的方式。请检查、设置价格，然后运行这些命令。',
  },
  propose_unable: {
    en: 'The engine {engine} can do nothing with {model}. "engine probe" lists its models.',
    zh: '引擎 {engine} 无法使用 {model}。“engine probe”会列出其模型。',
  },
  price_above_cost: {
    en: 'The suggested price is {percent} % above what the provider charges ({cost}).',
    zh: '建议价格比服务商的收费（{cost}）高 {percent}%。',
  },
  price_as_other: {
    en: 'The suggested price is that of {model}, your cheapest model of this kind. What the engine costs you is not known.',
    zh: '建议价格与同类中最便宜的模型 {model} 相同。引擎的成本未知。',
  },
  price_of_none: {
    en: 'The suggested price is only an example: there is no other model of this kind.',
    zh: '建议价格仅为示例：没有其他同类模型。',
  },
  probe_answered: { en: 'The engine responded.', zh: '引擎已响应。' },
  probe_sizes: { en: 'Sizes of {models}: {sizes}.', zh: '{models} 的尺寸：{sizes}。' },
  probe_sizes_within: {
    en: 'multiples of {multiple}, {least} to {most} megapixels',
    zh: '{multiple} 的倍数，{least} 至 {most} 百万像素',
  },
  probe_sizes_from: {
    en: 'multiples of {multiple}, at least {least} megapixels',
    zh: '{multiple} 的倍数，至少 {least} 百万像素',
  },
  probe_idle: {
    en: 'There was nothing to contact. The settings can be used.',
    zh: '当前没有可连接的程序。设置可用。',
  },
  probe_unneeded: {
    en: 'This engine runs in the workers: there is nothing to contact.',
    zh: '该引擎在工作进程内运行，无需连接。',
  },
  secret_refused: {
    en: 'The engine refused access: {reason}. Enter a valid secret.',
    zh: '引擎拒绝访问：{reason}。请输入有效的密钥。',
  },
  secret_required: {
    en: 'The engine requires a secret, and none is set. Set it with "kinora engine change --secret", in the Console or in the file that declares the engine.',
    zh: '引擎需要密钥，但尚未设置。请用 "kinora engine change --secret"、在控制台或在声明该引擎的文件中设置。',
  },
  secret_missing: {
    en: 'Engines of this kind require a secret. Enter it.',
    zh: '此类引擎需要密钥，请输入。',
  },
  secret_other_key: {
    en: 'The secret was encrypted with another key. Enter it again, or restore the key.',
    zh: '密钥由另一个加密密钥加密。请重新输入，或恢复原加密密钥。',
  },
  secret_origin_changed: {
    en: 'The secret was stored for another URL. Enter it again.',
    zh: '密钥是为另一个地址保存的，请重新输入。',
  },
  secret_environment_missing: {
    en: 'The environment variable of the secret is not set in this process. Set it, then restart the process.',
    zh: '此进程未设置密钥所引用的环境变量。请设置该变量，然后重新启动此进程。',
  },
  secret_file_unreadable: { en: 'The file of the secret cannot be read.', zh: '无法读取密钥所引用的文件。' },
  // The result of a check of workflows.
  workflow_runs: { en: 'The server has everything that the workflows need.', zh: '服务器已具备所需的一切。' },
  workflow_lacks_one: {
    en: 'The server is missing 1 item that the workflows need.',
    zh: '服务器缺少 1 项所需内容。',
  },
  workflow_lacks: {
    en: 'The server is missing {count} items that the workflows need.',
    zh: '服务器缺少 {count} 项所需内容。',
  },
  workflow_wrong_one: {
    en: 'The workflows have 1 input that is missing or has a value that the server does not accept. Change it in ComfyUI, and add the workflow again.',
    zh: '工作流有 1 个输入缺失，或其值不被服务器接受。请在 ComfyUI 中修改后重新添加。',
  },
  workflow_wrong: {
    en: 'The workflows have {count} inputs that are missing or have values that the server does not accept. Change them in ComfyUI, and add the workflow again.',
    zh: '工作流有 {count} 个输入缺失，或其值不被服务器接受。请在 ComfyUI 中修改后重新添加。',
  },
  workflow_unlisted: {
    en: 'The server does not list some inputs ({count}). They are sent: nodes that add inputs by a button take them, others ignore values and fail on links.',
    zh: '服务器未列出部分输入（{count} 个）。这些输入会照常发送：通过按钮添加输入的节点会接受它们，其他节点会忽略其值，若为连线则会失败。',
  },
  // Alert signals.
  attention_engine: { en: 'Engine {engine}: {reason}', zh: '引擎 {engine}：{reason}' },
  attention_queue: {
    en: 'Engine {engine} is drained; {queued} tasks are waiting for it.',
    zh: '引擎 {engine} 已排空，仍有 {queued} 个任务在等待。',
  },
  attention_queue_one: {
    en: 'Engine {engine} is drained; 1 task is waiting for it.',
    zh: '引擎 {engine} 已排空，仍有 1 个任务在等待。',
  },
  attention_account: {
    en: 'Account {account} has {available} {currency} left and spent {spent} in the last 24 hours.',
    zh: '账户 {account} 剩余 {available} {currency}，最近 24 小时消费 {spent}。',
  },
  attention_receiver: {
    en: 'Webhook receiver {origin} of {account} failed {failures} times in a row.',
    zh: '{account} 的 webhook 接收端 {origin} 已连续失败 {failures} 次。',
  },
  attention_receiver_off: {
    en: 'Delivery to the webhook receiver {origin} of {account} is paused until {until}: it failed {failures} times in a row.',
    zh: '{account} 的 webhook 接收端 {origin} 已连续失败 {failures} 次，投递暂停至 {until}。',
  },
  attention_payment_signature: {
    en: 'Reports of {provider} with a wrong signature: {count}, the last one at {at}. Unless strangers sent them, the signing secret is wrong, and payments are not credited.',
    zh: '{provider} 的通知中有 {count} 条签名错误，最近一次在 {at}。若非他人伪造，则签名密钥有误，付款不会入账。',
  },
  attention_payment_report: {
    en: 'Reports of {provider} that could not be stored: {count}, the last one at {at}. The provider repeats them; see the log for the reason.',
    zh: '{provider} 的通知中有 {count} 条未能保存，最近一次在 {at}。服务商会重新发送；原因见日志。',
  },
  attention_payment_checkout: {
    en: 'Payments that {provider} did not start: {count}, the last one at {at}. Check the key and whether the provider is available.',
    zh: '{provider} 有 {count} 笔付款未能发起，最近一次在 {at}。请检查密钥以及服务商是否可用。',
  },
  attention_open_group: {
    en: 'Every account may use the group {group}, which is cheaper than {dearer}: customers of {dearer} can create a token in it. Close {group} to others.',
    zh: '所有账户都可使用分组 {group}，其价格低于 {dearer}：{dearer} 的客户可以在其中创建令牌。请对其他账户关闭 {group}。',
  },
  attention_price: {
    en: 'Price {version} of {model} will never take effect: the model does not exist, or a newer version takes effect at the same time.',
    zh: '{model} 的价格 {version} 不会生效：模型不存在，或有更新的版本在同一时间生效。',
  },
  attention_price_unfit: {
    en: 'The price of {model} does not match its model card: {reason}',
    zh: '{model} 的价格与模型卡不符：{reason}',
  },
  attention_tokens: {
    en: '{count} tokens have no spending cap and no expiry, and have not been used for 90 days.',
    zh: '{count} 个令牌没有消费上限和有效期，且已 90 天未使用。',
  },
  attention_token: {
    en: '1 token has no spending cap and no expiry, and has not been used for 90 days.',
    zh: '1 个令牌没有消费上限和有效期，且已 90 天未使用。',
  },
  attention_clock: {
    en: 'The system clock jumped from {from} to {to}. Nothing is deleted and nothing expires until the clock is corrected, or until the server has run for {hours} more hours.',
    zh: '系统时钟从 {from} 跳到了 {to}。在时钟校正之前，或服务器继续运行 {hours} 小时之前，不会删除任何内容，也不会有任何内容过期。',
  },
  attention_storage: {
    en: 'File storage has {free} GB of {total} GB free.',
    zh: '文件存储空间剩余 {free} GB，共 {total} GB。',
  },
  attention_charge: {
    en: 'The reconciliation at {at} found differences ({problems} in total). The first: {reason} For details, run "kinora ledger reconcile".',
    zh: '{at} 对账不符：{reason}（共 {problems} 处）。请运行：kinora ledger reconcile',
  },
} as const;

export type OperateText = keyof typeof operateTexts;

export function operateText(text: OperateText, details: ErrorDetails, language: Language): string {
  return fillText(operateTexts[text][language], details, language);
}
