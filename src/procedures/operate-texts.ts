/** What operators are told of the state of things, in the language that they read. `{name}` is filled from the details. */
import { fillText, type ErrorDetails, type Language } from '../errors.ts';

export const operateTexts = {
  // Why an engine is what it is.
  engine_drained: {
    en: 'Drained by {by}. It takes no new tasks.',
    zh: '已由 {by} 排空，不再接收新任务。',
  },
  engine_drained_because: {
    en: 'Drained by {by}: {why}. It takes no new tasks.',
    zh: '已由 {by} 排空（{why}），不再接收新任务。',
  },
  engine_down: {
    en: 'No worker has said anything of it for 30 seconds.',
    zh: '超过 30 秒没有工作进程报告该引擎。',
  },
  engine_never: { en: 'No worker has it.', zh: '没有工作进程提供该引擎。' },
  engine_troubled: {
    en: '{failed} of its last {ended} tasks within the hour failed.',
    zh: '一小时内最近 {ended} 个任务中有 {failed} 个失败。',
  },
  // What a trial found.
  trial_made: { en: 'It made {files} files.', zh: '已生成 {files} 个文件。' },
  trial_unanswered: {
    en: 'No worker has answered within 20 seconds.',
    zh: '20 秒内没有工作进程应答。',
  },
  trial_away: { en: 'No worker has this engine just now.', zh: '当前没有工作进程提供该引擎。' },
  // What wants attention.
  attention_engine: { en: 'Engine {engine}: {reason}', zh: '引擎 {engine}：{reason}' },
  attention_queue: {
    en: 'Engine {engine} is drained, and {queued} tasks wait for it.',
    zh: '引擎 {engine} 已排空，仍有 {queued} 个任务在等待。',
  },
  attention_queue_one: {
    en: 'Engine {engine} is drained, and 1 task waits for it.',
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
    en: 'Nothing is posted to the webhook receiver {origin} of {account} until {until}: it failed {failures} times in a row.',
    zh: '{account} 的 webhook 接收端 {origin} 已连续失败 {failures} 次，{until} 之前暂停通知。',
  },
  attention_price: {
    en: 'Price {version} of {model} will never take effect: there is no such model, or a later version takes effect at the same time.',
    zh: '{model} 的价格 {version} 不会生效：模型不存在，或有更新的版本在同一时间生效。',
  },
  attention_price_unfit: {
    en: 'The price of {model} does not fit its card: {reason}',
    zh: '{model} 的价格与模型定义不符：{reason}',
  },
  attention_tokens: {
    en: '{count} tokens have no spend cap and no expiry, and nobody has used them for 90 days.',
    zh: '{count} 个令牌没有消费上限和有效期，且已 90 天未使用。',
  },
  attention_token: {
    en: '1 token has no spend cap and no expiry, and nobody has used it for 90 days.',
    zh: '1 个令牌没有消费上限和有效期，且已 90 天未使用。',
  },
  attention_storage: {
    en: '{free} GB of {total} GB are left where the files are kept.',
    zh: '文件存储空间剩余 {free} GB，共 {total} GB。',
  },
  attention_charge: {
    en: 'The books did not add up at {at}: {reason} ({problems} in all.) See: kinora ledger reconcile',
    zh: '{at} 对账不符：{reason}（共 {problems} 处）请运行：kinora ledger reconcile',
  },
} as const;

export type OperateText = keyof typeof operateTexts;

export function operateText(text: OperateText, details: ErrorDetails, language: Language): string {
  return fillText(operateTexts[text][language], details);
}
