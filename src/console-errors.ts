/** Error codes that only the Console's API has: a part of the one table in `error-table.ts`. */

export const consoleErrors = {
  collection_unknown: {
    status: 404,
    en: 'There is no collection {collection}.',
    zh: '收藏集 {collection} 不存在。',
  },
  collection_taken: {
    status: 409,
    en: 'There is a collection named "{name}" already.',
    zh: '已存在名为 "{name}" 的收藏集。',
  },
  collections_too_many: {
    status: 409,
    en: 'An account has {limit} collections at most. Delete one first.',
    zh: '每个账户最多 {limit} 个收藏集。请先删除一个。',
  },
  download_too_large: {
    status: 400,
    en: 'These are more than {limit} tasks. Choose fewer, or a shorter time.',
    zh: '任务数超过 {limit} 个。请减少选择或缩短时间范围。',
  },
  downloads_too_many: {
    status: 429,
    retryable: true,
    en: 'This account has {limit} downloads under way already. Come back when one has ended.',
    zh: '该账户已有 {limit} 个下载正在进行。请等待其中一个完成。',
  },
  webhook_test_wait: {
    status: 429,
    retryable: true,
    en: 'Test messages go one at a time, and {limit} a minute at most. Come back in {retryAfter} seconds.',
    zh: '测试消息一次只能发送一条，每分钟最多 {limit} 条。请在 {retryAfter} 秒后重试。',
  },
  retry_not_ended: {
    status: 409,
    en: 'Task {task} is {phase}. Only one that failed or was cancelled can be made again.',
    zh: '任务 {task} 当前为 {phase}。只有失败或已取消的任务才能重试。',
  },
  retry_unanswered: {
    status: 409,
    en: 'Task {task} never got the answer that its button asked for. Press the button again.',
    zh: '任务 {task} 的按钮未得到所需的回答。请重新点击该按钮。',
  },
  retry_token_revoked: {
    status: 409,
    en: 'The token that task {task} was made with was revoked. Make it with another one.',
    zh: '任务 {task} 所用的令牌已被吊销。请使用其他令牌重新提交。',
  },
} as const;
