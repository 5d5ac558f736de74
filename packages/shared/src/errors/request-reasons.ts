/**
 * Reasons why a request of a client is rejected: its fields (`field_invalid`), its images (`picture_invalid`)
 * or as a whole (`request_invalid`). A part of the one table of reasons (reason.ts).
 */
export const requestReasons = {
  // As a whole.
  form_parts: {
    en: 'The form has too many parts. Allowed: at most 17 files and 50 fields.',
    zh: '表单的部分过多，最多 17 个文件和 50 个字段。',
  },
  form_malformed: { en: 'The multipart body is malformed.', zh: 'multipart 请求体格式有误。' },
  body_length: {
    en: 'The body has {length} bytes, and its Content-Length says {announced}.',
    zh: '请求体为 {length} 字节，而 Content-Length 声明为 {announced}。',
  },
  json_deep: {
    en: 'The JSON is nested more than {limit} levels deep.',
    zh: 'JSON 嵌套超过 {limit} 层。',
  },
  json_values: { en: 'The JSON has more than {limit} values.', zh: 'JSON 的值超过 {limit} 个。' },
  host_header: {
    en: 'The Host header must be a host name or an IP address, optionally with a port.',
    zh: 'Host 请求头应为主机名或 IP 地址，可带端口。',
  },
  http_form: { en: 'The request is not valid HTTP.', zh: '请求不是有效的 HTTP。' },
  identity_missing: { en: 'the provider did not identify you', zh: '登录服务没有说明你的身份' },
  identity_mismatch: { en: 'its response does not match the request', zh: '其响应与请求不符' },

  // Any field.
  text_characters: {
    en: 'it contains a NUL character or an unpaired surrogate.',
    zh: '包含 NUL 字符或不成对的代理字符。',
  },
  given_twice: { en: 'it is given more than once.', zh: '出现了不止一次。' },
  single_value: { en: 'expected a single value.', zh: '应为单个值。' },
  url_empty: {
    en: 'it is empty; send a URL or omit the field.',
    zh: '内容为空；请发送 URL，或不发送该字段。',
  },
  prompt_without_words: {
    en: 'it is empty; describe what you want to see.',
    zh: '内容为空；请描述想要的画面。',
  },
  key_long: { en: 'expected at most {limit} characters.', zh: '最多 {limit} 个字符。' },
  event_number: { en: 'expected the number of an event.', zh: '应为事件的编号。' },
  password_current: { en: 'your current password is required.', zh: '需要当前密码。' },
  terms: { en: 'accept the terms of this server to continue.', zh: '请接受此服务器的条款后继续。' },
  email_domain: {
    en: 'addresses at {domain} cannot sign up here. Allowed: {allowed}.',
    zh: '{domain} 的邮箱不能在此注册。允许：{allowed}。',
  },
  mail_needed: {
    en: 'this server sends no e-mail. Leave it out, or configure KINORA_SMTP_URL.',
    zh: '此服务器不发送邮件。请省略此项，或配置 KINORA_SMTP_URL。',
  },
  user_email_taken: {
    en: 'a user with this email address already exists.',
    zh: '已有使用此邮箱的用户。',
  },

  // Images of the video interface.
  image_alias: {
    en: 'it is an alias of input_reference; send only one of them.',
    zh: '它是 input_reference 的别名；请只发送其中之一。',
  },
  image_not_taken: { en: '{model} accepts no images.', zh: '{model} 不接受图片。' },
  image_needed: { en: 'it is required by {model}.', zh: '{model} 必须提供此项。' },
  image_empty: {
    en: 'it is empty; send an image or omit the field.',
    zh: '内容为空；请发送图片，或不发送该字段。',
  },
  images_many: {
    en: '{model} accepts at most {limit}, not {count}.',
    zh: '{model} 最多接受 {limit} 张，而不是 {count} 张。',
  },
  image_form: {
    en: 'expected a file, an http or https URL, a data URL or {"image_url": …}.',
    zh: '应为文件、http 或 https URL、data URL 或 {"image_url": …}。',
  },
  image_file_id: {
    en: 'file IDs are not supported; send the image itself, or {"image_url": …}.',
    zh: '不支持文件 ID；请发送图片本身，或 {"image_url": …}。',
  },
  clip_not_extendable: { en: 'clips of {model} cannot be extended.', zh: '{model} 的视频不能延长。' },
  clip_would_last: {
    en: 'the clip would last {seconds} seconds; the maximum of {model} is {longest}.',
    zh: '视频将长达 {seconds} 秒；{model} 最长为 {longest} 秒。',
  },
  clip_of_yours: {
    en: 'expected one of your finished clips: {"id": "video_…"}, or its file as downloaded.',
    zh: '应为你已完成的视频之一：{"id": "video_…"}，或下载的视频文件。',
  },

  // These are of the image interface.
  change_content: {
    en: 'expected a task ID, a space, and U1 to U4, V1 to V4 or R.',
    zh: '应为任务 ID、空格，以及 U1 至 U4、V1 至 V4 或 R。',
  },
  change_index: { en: '{action} requires 1, 2, 3 or 4.', zh: '{action} 需要 1、2、3 或 4。' },
  blend_count: { en: 'expected 2 to 5 images, not {count}.', zh: '应为 2 到 5 张图片，而不是 {count} 张。' },
  describe_image: {
    en: 'expected an image, or its URL in "link".',
    zh: '应为图片，或在 "link" 中提供其 URL。',
  },
  edit_size: {
    en: 'it is {size}; each side must have {least} to {most} pixels.',
    zh: '其尺寸为 {size}；每边应为 {least} 到 {most} 像素。',
  },
  image_aspect: {
    en: 'it is {size}; the aspect ratio must be between 1:{limit} and {limit}:1.',
    zh: '其尺寸为 {size}；宽高比应在 1:{limit} 与 {limit}:1 之间。',
  },
  modal_single: {
    en: 'a modal creates one task; permutations and --repeat are not allowed.',
    zh: '确认步骤只创建一个任务；不允许排列组合和 --repeat。',
  },
  order_single: {
    en: 'this operation creates one task, so permutations {a, b} are not allowed. For literal braces, write \\{a, b\\}.',
    zh: '此操作只创建一个任务，因此不允许排列组合 {a, b}。如需花括号本身，请写 \\{a, b\\}。',
  },
  clip_one_image: { en: 'a clip starts from exactly one image.', zh: '视频只能由一张图片开始。' },
  video_task_needed: {
    en: 'it requires the "taskId" of a finished task.',
    zh: '需要已完成任务的 "taskId"。',
  },
  video_image_needed: { en: 'expected an image, or a "taskId".', zh: '应为图片，或 "taskId"。' },
  video_image_twice: {
    en: 'it cannot be combined with "taskId", which provides the image.',
    zh: '不能与提供图片的 "taskId" 同时使用。',
  },
  video_extend: {
    en: '"extend" requires a task with a clip. To animate an image, omit it.',
    zh: '"extend" 需要有视频的任务。如需让图片动起来，请不要发送它。',
  },
  video_task_image: { en: 'that task has no image.', zh: '该任务没有图片。' },
  video_resolution: {
    en: 'an extended clip keeps its resolution; omit the field.',
    zh: '延长的视频保持其分辨率；请不要发送该字段。',
  },
  video_longest: { en: 'a clip can last at most {seconds} seconds.', zh: '视频最长为 {seconds} 秒。' },
} as const;
