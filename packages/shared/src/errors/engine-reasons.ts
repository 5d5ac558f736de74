/**
 * Why an engine failed or did not take a job: what stands after the colon of `engine_error`,
 * `engine_unavailable` and the like. A part of the one table of reasons (reason.ts). What an engine says
 * itself is no part of a text: it follows as `said`.
 * @NOTE length: it is one table.
 */
export const engineReasons = {
  // The connection.
  connect: { en: 'could not connect to its URL', zh: '其地址没有响应' },
  connect_late: { en: 'could not connect to its URL in time', zh: '未能及时连接到其地址' },
  connect_no_host: {
    en: 'could not connect to its URL because the host name was not found',
    zh: '无法连接其地址：找不到主机名',
  },
  connect_refused: {
    en: 'could not connect to its URL because the host refused the connection',
    zh: '无法连接其地址：主机拒绝连接',
  },
  connect_unreachable: {
    en: 'could not connect to its URL because the host is unreachable',
    zh: '无法连接其地址：主机不可达',
  },
  connect_certificate: {
    en: 'could not connect to its URL because its TLS certificate was rejected',
    zh: '无法连接其地址：其 TLS 证书未通过验证',
  },
  connect_tls: { en: 'could not connect to its URL because TLS failed', zh: '无法连接其地址：TLS 握手失败' },
  connect_no_tls: {
    en: 'could not connect to its URL because TLS failed, as the server does not use it',
    zh: '无法连接其地址：TLS 握手失败，该服务器未使用 TLS',
  },
  connection_closed: { en: 'the connection closed before it responded', zh: '在收到回答前连接已断开' },
  start_interrupted: {
    en: 'the start was interrupted before the engine responded',
    zh: '在引擎回答前，启动过程被中断',
  },
  answer_late: { en: 'it did not respond in time', zh: '未在规定时间内响应' },
  answer_none: { en: 'no response', zh: '没有回答' },
  end_late: { en: 'it did not finish in time', zh: '未在规定时间内完成' },
  trial_late: {
    en: 'the test did not end within {seconds} seconds; tasks have more time',
    zh: '测试未在 {seconds} 秒内结束；任务有更长的时间',
  },

  // This server.
  server_disk: { en: 'this server could not use its disk', zh: '本服务器无法读写磁盘' },
  server_storage: {
    en: 'the storage or the database of this server failed',
    zh: '本服务器的文件存储或数据库出错',
  },
  adapter_failed: { en: 'its adapter failed', zh: '其适配器出错' },

  // Access.
  secret_rejected: { en: 'it rejected the secret', zh: '拒绝了密钥' },
  secret_needed: { en: 'it requires a secret, and none is set', zh: '需要密钥，但尚未设置' },
  secret_characters: {
    en: 'the secret has characters that a header cannot hold',
    zh: '密钥含有请求头不允许的字符',
  },
  balance_empty: { en: 'its account has no balance left', zh: '其账户余额不足' },
  account_busy: { en: 'it has no account that takes jobs', zh: '没有可接收任务的账号' },

  // Its answer to a job.
  rejected: { en: 'it rejected the job', zh: '拒绝了任务' },
  refused: { en: 'it refused the content', zh: '拒绝了内容' },
  unexplained: { en: 'it gave no reason', zh: '未说明原因' },
  flagged: { en: 'flagged as unsafe', zh: '被标记为不安全' },
  not_accepting: { en: 'it is not accepting jobs', zh: '不接收任务' },
  busy: { en: 'it is busy', zh: '正忙' },
  status_returned: { en: 'it responded with status {status}', zh: '返回了状态码 {status}' },
  code_returned: { en: 'it responded with code {code}', zh: '返回了代码 {code}' },
  not_supported: { en: 'it does not support this operation or model', zh: '没有此功能或模型' },
  lost: { en: 'it lost the job', zh: '丢失了任务' },
  failed: { en: 'it failed', zh: '执行失败' },
  error_reported: { en: 'it reported an error', zh: '报告了错误' },
  not_finished: { en: 'it could not finish the job', zh: '未能完成任务' },
  cancelled_on_server: { en: 'it was cancelled on the server', zh: '已在其服务器上取消' },
  cancelled_upstream: { en: 'it was cancelled upstream', zh: '已在上游取消' },
  cancel_too_late: { en: 'it does not cancel the clip any more', zh: '已无法取消该视频' },
  job_interrupted: {
    en: 'it may have been interrupted with another job',
    zh: '可能与另一个任务一起被中断',
  },
  job_unclear: { en: 'it does not say whether it has the job', zh: '未说明是否有此任务' },
  job_forgotten: { en: 'its server forgot the job', zh: '其服务器已没有此任务的记录' },
  job_unnamed: { en: 'it named no task', zh: '没有给出任务的 ID' },
  job_accepted_unnamed: {
    en: 'it accepted the job, but names no task',
    zh: '接收了任务，但没有给出任务的 ID',
  },
  parent_gone: {
    en: 'the upstream no longer has the task that this one follows',
    zh: '上游已没有此任务所接续的任务',
  },
  part_unknown: {
    en: 'it is unknown whether it began a part of the work',
    zh: '无法得知是否已开始其中一部分',
  },
  memory: { en: 'it ran out of memory', zh: '内存不足' },
  memory_server: {
    en: 'it ran out of memory: use smaller images, fewer images per job (its setting batch), or a smaller model',
    zh: '内存不足：请生成较小的图片，减少每次图片数（设置 batch），或使用较小的模型',
  },
  memory_killed: {
    en: 'its program was killed, as the system does when memory runs out: use smaller images, fewer images per job (its setting batch), or a smaller model',
    zh: '其程序被终止，内存耗尽时系统会这样做：请生成较小的图片，减少每次图片数（设置 batch），或使用较小的模型',
  },
  memory_short: {
    en: 'its weights need {needed} GB of free memory, and {free} GB are free: close other programs, or use a smaller model. To start it nevertheless, lower its setting memoryNeeded',
    zh: '其权重需要 {needed} GB 可用内存，目前剩余 {free} GB：请关闭其他程序，或使用较小的模型。若仍要启动，请调低设置 memoryNeeded',
  },
  video_memory_short: {
    en: 'its weights need {needed} GB of free memory on the graphics card, and {free} GB are free: close other programs that use the card, or use a smaller model. To start it nevertheless, lower its setting videoNeeded',
    zh: '其权重需要显卡上 {needed} GB 可用显存，目前剩余 {free} GB：请关闭使用该显卡的其他程序，或使用较小的模型。若仍要启动，请调低设置 videoNeeded',
  },
  lora_unknown: {
    en: 'there is no LoRA file {name}. Available: {allowed}',
    zh: '没有 LoRA 文件 {name}。可用：{allowed}',
  },
  lora_weight: {
    en: 'the weight of the LoRA file {name} must be from -{most} to {most}',
    zh: 'LoRA 文件 {name} 的权重必须在 -{most} 到 {most} 之间',
  },
  loras_many: { en: 'a job has at most {most} LoRA files', zh: '一次作业最多使用 {most} 个 LoRA 文件' },
  memory_in: { en: 'it ran out of memory in {node}', zh: '内存不足（{node}）' },
  drawing_interrupted: { en: 'the drawing was interrupted', zh: '绘制被中断' },
  uploads_unnamed: {
    en: 'it did not return the addresses of uploaded pictures',
    zh: '没有返回已上传图片的地址',
  },

  // Its responses.
  answer_form: {
    en: 'its response does not have the format of this kind of engine',
    zh: '其回答不符合此类引擎的格式',
  },
  answer_form_of: {
    en: 'its response does not have the format of {program}',
    zh: '其回答不符合 {program} 的格式',
  },
  answer_large: { en: 'its response is too large', zh: '其回答过大' },
  answer_unusable: { en: 'its response cannot be used', zh: '其回答无法使用' },
  answer_cut: { en: 'its response ended before the image', zh: '其回答在图片之前结束' },
  text_none: { en: 'the model returned no text', zh: '模型没有给出回答' },
  text_refused: { en: 'the model refused to answer', zh: '模型拒绝回答' },
  text_cut: { en: 'the response exceeds its length limit', zh: '回答超出了其长度上限' },
  text_long: {
    en: 'the response exceeds its length limit or the context of the model',
    zh: '回答超出了其长度上限或模型的上下文',
  },
  question_unanswered: { en: 'it could not answer the question', zh: '未能回答问题' },
  image_none: { en: 'it responded without an image', zh: '其回答中没有图片' },
  picture_none: { en: 'it returned no picture', zh: '没有返回图片' },
  picture_other: { en: 'it returned something that is not an image', zh: '返回的不是图片' },
  picture_unread: { en: 'it returned a picture that cannot be read', zh: '返回的图片无法读取' },
  clip_none: { en: 'it returned no clip', zh: '没有返回视频' },
  images_missing: {
    en: 'it returned {found} of {wanted} images',
    zh: '只返回了 {wanted} 张图片中的 {found} 张',
  },
  files_missing: {
    en: 'it returned {found} of {wanted} files',
    zh: '只返回了 {wanted} 个文件中的 {found} 个',
  },

  // Its files.
  file_gone: { en: 'the file is gone', zh: '文件已不存在' },
  file_unknown: { en: 'the file is unknown', zh: '没有此文件' },
  file_too_large: { en: 'the file is too large', zh: '文件过大' },
  file_returned_empty: { en: 'it returned an empty file', zh: '返回的文件为空' },
  picture_gone: { en: 'the picture is no longer there', zh: '图片已不存在' },
  provider_file_gone: { en: 'the provider no longer has the file', zh: '提供商已没有此文件' },
  upstream_file_gone: { en: 'the upstream no longer has the file', zh: '上游已没有此文件' },
  fetch_failed: { en: 'its file cannot be fetched', zh: '无法获取其文件' },
  fetch_status: {
    en: 'its file cannot be fetched: status {status}',
    zh: '无法获取其文件：状态码 {status}',
  },
  fetch_empty: { en: 'its file is empty', zh: '其文件为空' },
  fetch_text: { en: 'it returned a text instead of its file', zh: '返回的是文本，而不是文件' },
  fetch_redirects: { en: 'its file is behind too many redirects', zh: '其文件的重定向次数过多' },
  fetch_address: { en: 'the address of a file cannot be read', zh: '无法读取文件的地址' },
  fetch_foreign: { en: 'it refers to a file of another host', zh: '指向了其他主机上的文件' },

  // Programs on this server.
  program_error: { en: 'its program reported an error', zh: '其程序报告了错误' },
  program_exited: { en: 'its program exited with code {code}', zh: '其程序以退出码 {code} 结束' },
  program_killed: {
    en: 'its program was killed by signal {signal}',
    zh: '其程序被信号 {signal} 终止',
  },
  program_stopped: { en: 'its program was stopped', zh: '其程序已被终止' },
  program_ended_often: {
    en: 'its program ended {count} times in a row',
    zh: '其程序已连续 {count} 次退出',
  },
  program_ended: { en: 'its program ended by itself', zh: '其程序已自行退出' },
  program_silent: { en: 'its program does not respond yet', zh: '其程序尚未响应' },
  program_not_runnable: {
    en: '{program} is not a program that the server may run',
    zh: '服务器不能运行程序 {program}',
  },
  process_killed: { en: 'its process was killed', zh: '其进程被终止' },
  process_not_started: { en: 'its process could not be started', zh: '无法启动其进程' },
  run_too_long: { en: 'it took longer than {seconds} seconds', zh: '运行超过 {seconds} 秒' },
  run_cancelled: { en: 'it was cancelled', zh: '已取消' },
  run_too_large: { en: 'its files exceed {megabytes} MB', zh: '其文件超过 {megabytes} MB' },
  run_key: { en: 'it cannot name a folder after the key', zh: '无法以该键命名文件夹' },
  server_not_started: { en: 'it was not started', zh: '未启动' },
  server_silent: { en: 'it does not answer', zh: '没有响应' },
  server_exited: { en: 'it exited before it responded', zh: '在响应之前已退出' },
  result_count: {
    en: 'it made {made} instead of {wanted}',
    zh: '生成了 {made} 个结果，应为 {wanted} 个',
  },
  result_none: { en: 'it wrote no usable result.json', zh: '没有写出可用的 result.json' },
  result_file_missing: { en: 'its file {name} is missing', zh: '缺少其文件 {name}' },
  result_file_outside: {
    en: 'its file {name} is outside its folder',
    zh: '其文件 {name} 位于其文件夹之外',
  },
  result_file_large: { en: 'its file {name} is too large', zh: '其文件 {name} 过大' },
  result_file_unread: { en: 'its file {name} cannot be read', zh: '无法读取其文件 {name}' },

  // Workflows.
  checkpoint_missing: {
    en: 'it does not have the checkpoint of this model',
    zh: '没有该模型所需的检查点',
  },
  workflow_lacks: { en: 'it lacks what the workflow needs', zh: '缺少工作流所需的内容' },
  workflow_values: {
    en: 'it does not accept values of the workflow: {items}',
    zh: '不接受工作流中的值：{items}',
  },
  workflow_rejected: { en: 'it rejected the workflow ({faults})', zh: '拒绝了工作流（{faults}）' },
  workflow_failed: { en: 'the workflow failed', zh: '工作流执行失败' },
  workflow_failed_in: { en: 'the workflow failed in {node}', zh: '工作流执行失败（{node}）' },
  workflow_without_result: { en: 'the workflow ended without a result', zh: '工作流结束，但没有结果' },
  workflow_file_gone: { en: 'the file of the result is gone', zh: '结果文件已不存在' },
  workflow_file_unread: { en: 'the file of the result cannot be read', zh: '无法读取结果文件' },
  workflow_file_empty: { en: 'the file of the result is empty', zh: '结果文件为空' },

  // Probes and trials, for operators.
  url_other: {
    en: 'this URL does not respond like {program}: GET {path} returned {answer}. {advice}',
    zh: '此地址的回答不像 {program}：GET {path} 返回 {answer}。{advice}',
  },
  url_check: { en: 'Check the URL', zh: '请检查 URL' },
  url_check_api: {
    en: 'Check the URL and that it runs with --api',
    zh: '请检查 URL，以及程序是否以 --api 启动',
  },
  url_check_build: {
    en: 'Check the URL and that its build has the native API (/sdcpp/v1)',
    zh: '请检查 URL，以及其构建是否带有原生 API（/sdcpp/v1）',
  },
  url_check_chat: {
    en: 'Check the URL: it ends where the path of its API ends, or has no path if that is /v1',
    zh: '请检查 URL：它应在其 API 路径的末尾结束；若该路径为 /v1，则不含路径',
  },
  url_check_kling: {
    en: 'Check the URL, which has no path, and the key: AccessKey:SecretKey, or a single key',
    zh: '请检查 URL（不含路径）和密钥：AccessKey:SecretKey，或单个密钥',
  },
  url_up_to: {
    en: 'Enter the URL without a path, or up to {path}',
    zh: '请输入不含路径的 URL，或到 {path} 为止',
  },
  url_without: { en: 'Enter the URL without {path}', zh: '请输入不含 {path} 的 URL' },
  url_without_path: { en: 'Enter the URL without a path', zh: '请输入不含路径的 URL' },
  url_other_than_fal: {
    en: 'this URL does not respond like fal: the state of a request that does not exist returned {status}',
    zh: '此地址的回答不像 fal：查询不存在的请求返回 {status}',
  },
  trial_without_route: {
    en: 'no route leads to it, so it has no model to try',
    zh: '没有通向它的路由，因此没有可供测试的模型',
  },
  trial_without_words: {
    en: 'none of its models can generate from text alone',
    zh: '它的模型都不能仅由文字生成',
  },
  trial_model_without_words: {
    en: 'the model cannot generate from text alone',
    zh: '该模型不能仅由文字生成',
  },
  model_undescribed: {
    en: 'it does not describe the input of this model',
    zh: '没有说明该模型的输入',
  },
  model_absent: { en: 'it has no model {model}', zh: '没有模型 {model}' },
  model_absent_version: { en: 'it has no such model or version', zh: '没有此模型或版本' },
  model_form: {
    en: 'a model is named as owner/name or owner/name:version',
    zh: '模型的名称形如 owner/name 或 owner/name:version',
  },
} as const;
