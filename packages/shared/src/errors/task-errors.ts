/** Error codes of tasks that ended without a result: a part of the one table in `error-table.ts`. */

export const taskErrors = {
  response_late: {
    status: 504,
    en: 'The images are not ready after {seconds} seconds. Task {task} continues: GET {address}.',
    zh: '{seconds} 秒后图片仍未完成。任务 {task} 会继续：GET {address}。',
  },
  start_late: {
    status: 504,
    en: 'The task had not started after {seconds} seconds, the time that the request allows, so it was cancelled. Nothing was charged.',
    zh: '任务在请求允许的 {seconds} 秒内未能开始，已取消，未扣费。',
  },
  cancelled: { status: 409, en: 'The task was cancelled.', zh: '任务已取消。' },
  timeout: {
    status: 504,
    en: 'The task timed out. Nothing was charged.',
    zh: '任务超时，未扣费。',
  },
  engine_error: { status: 502, en: 'The engine failed: {reason}', zh: '引擎出错：{reason}' },
  engine_rejected: {
    status: 502,
    en: 'The engine rejected the job: {reason}',
    zh: '引擎拒绝了任务：{reason}',
  },
  engine_busy: {
    status: 503,
    retryable: true,
    en: 'The engine is busy. Try again later.',
    zh: '引擎繁忙。请稍后再试。',
  },
  engine_unavailable: {
    status: 503,
    retryable: true,
    en: 'The engine is not available: {reason}',
    zh: '引擎不可用：{reason}',
  },
  engine_unauthorized: {
    status: 502,
    en: 'The engine refused access to this server: {reason}. An operator must enter a valid secret.',
    zh: '引擎拒绝本服务器访问：{reason}。请运营者填写有效的密钥。',
  },
  engine_unfunded: {
    status: 502,
    en: 'The account of this server at the engine has no balance left. An operator must top it up.',
    zh: '本服务器在引擎处的账户余额不足。请运营者充值。',
  },
  engine_media_invalid: {
    status: 502,
    en: 'The engine reported success but returned no usable file: {reason}',
    zh: '引擎报告成功，但没有返回可用的文件：{reason}',
  },
  signing_failed: {
    status: 500,
    en: 'The server could not sign the files of the task. Try again later, or contact the operator. The reason is in the server log.',
    zh: '服务器无法为该任务的文件签名。请稍后重试，或联系运营者，原因记录在日志中。',
  },
  task_bought: {
    status: 409,
    en: 'The task cannot be cancelled: the provider of this model has already started it. It will finish, and is charged only if it succeeds.',
    zh: '该模型的提供商已开始此任务，无法取消。任务将继续完成，仅在成功时扣费。',
  },
  model_unserved: {
    status: 503,
    retryable: true,
    en: 'No engine could run the model of this task in time. Nothing was charged. Try again later.',
    zh: '长时间没有引擎能够运行该任务的模型。未扣费，请稍后重试。',
  },
  paid_work_lost: {
    status: 502,
    en: 'The job was lost. It was not started again, because the provider charges for each job. Nothing was charged.',
    zh: '该任务已丢失。由于提供商按次收费，未重新开始。未扣费。',
  },
  start_unknown: {
    status: 502,
    en: 'It is unknown whether the engine started the task, so it is not retried. Nothing was charged.',
    zh: '无法得知引擎是否已启动该任务，因此不再重试。未扣费。',
  },
  attempts_lost: {
    status: 502,
    en: 'The server stopped five times while running this task, so it is not retried. Nothing was charged.',
    zh: '服务器在运行此任务时中断了五次，因此不再重试。未扣费。',
  },
  content_refused: {
    status: 422,
    en: 'The engine rejected the content: {reason}',
    zh: '引擎拒绝了内容：{reason}',
  },
} as const;
