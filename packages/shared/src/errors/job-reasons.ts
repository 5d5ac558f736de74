/**
 * Why an engine cannot do a job: what stands after the colon of `engine_rejected`, or follows the name of the
 * model in `not_possible`. A part of the one table of reasons (reason.ts).
 */
export const jobReasons = {
  // These are an adapter's, when the job starts.
  step_unsupported: { en: 'it cannot do {primitive}', zh: '无法执行 {primitive}' },
  model_name: {
    en: 'it has no model of this name: expected owner/name or owner/name:version',
    zh: '没有此名称的模型：应为 owner/name 或 owner/name:version',
  },
  model_name_like: {
    en: 'it has no model of this name: expected one such as {example}',
    zh: '没有此名称的模型：应为例如 {example} 的名称',
  },
  workflows_unable: { en: 'the workflows {upstream} cannot do this', zh: '工作流 {upstream} 无法执行此操作' },
  workflows_absent: { en: 'there are no workflows {upstream}', zh: '没有工作流 {upstream}' },
  parameter_none: {
    en: 'it has no parameter {name} of type {type}. Allowed: {allowed}',
    zh: '没有类型为 {type} 的参数 {name}。允许：{allowed}',
  },
  parameter_clash: {
    en: 'its field {field} cannot be a parameter of a model',
    zh: '其字段 {field} 不能作为模型的参数',
  },
  whole_seconds: {
    en: 'it generates clips of whole seconds, not of {seconds}',
    zh: '只生成整秒的视频，不能是 {seconds} 秒',
  },
  questions_only: { en: 'it only answers questions', zh: '只能回答问题' },
  references_or_frame: {
    en: 'it does not use references besides a first frame: remove one of them',
    zh: '不能同时使用参考图和第一帧：请移除其中之一',
  },
  input_missing: { en: 'the job has no {role}', zh: '任务缺少输入：{role}' },
  input_gone: { en: 'an input of the task no longer exists', zh: '任务的一个输入已不存在' },
  input_unprepared: { en: 'an input cannot be prepared', zh: '无法准备输入' },
  step_without_picture: { en: 'the step has no picture', zh: '该步骤没有图片' },
  step_absent: { en: 'the plan has no such step', zh: '计划中没有此步骤' },
  last_frame: {
    en: 'the last frame of the clip cannot be read: {cause} Extend another clip, such as one in 8-bit H.264.',
    zh: '无法读取视频的最后一帧：{cause} 请续写其他视频，例如 8 位 H.264 编码的视频。',
  },
  extension_unknown: {
    en: 'the job does not say how far the picture is extended',
    zh: '任务没有说明图片扩展多少',
  },
  made_elsewhere: {
    en: 'the image was made by another engine, and only that one can continue it',
    zh: '该图片由其他引擎生成，只有那个引擎能够接续',
  },
  parent_needed: { en: 'it needs the task that this {kind} follows', zh: '需要此 {kind} 所接续的任务' },
  button_absent: {
    en: 'the upstream does not offer "{name}" for this result',
    zh: '上游没有为此结果提供 "{name}"',
  },
  reference_role: {
    en: 'it cannot use a picture as {role} reference',
    zh: '不能将图片用作 {role} 参考',
  },
  operation_absent: { en: 'it has no {kind}', zh: '没有 {kind}' },
  edit_whole: {
    en: 'it can edit a whole picture only, or an area of a picture that it has made',
    zh: '只能编辑整张图片，或它自己生成的图片的一部分',
  },
  edit_one: { en: 'it edits one picture at a time', zh: '一次只能编辑一张图片' },
  clip_from_image: { en: 'it generates clips from an image only', zh: '只能由图片生成视频' },
  mask_unusable: { en: 'the mask cannot be used', zh: '蒙版无法使用' },

  // These are an offer's, before the task is submitted. They are whole sentences for clients.
  offer_none: { en: 'None of its engines supports this operation.', zh: '它的引擎都不支持。' },
  offer_mask: {
    en: 'It cannot change only a part of an image. Remove the mask, or choose another model.',
    zh: '它无法只修改图片的一部分。请移除蒙版，或选择其他模型。',
  },
  offer_size: {
    en: 'It makes no images as large as the result would be. Upscale a smaller image, or choose another model.',
    zh: '它无法生成结果所需的尺寸。请放大较小的图片，或选择其他模型。',
  },
  offer_references: {
    en: 'It cannot use these reference images. Remove them, or choose a model that follows image prompts and references.',
    zh: '它无法使用这些参考图片。请移除，或选择支持图片提示与参考图的模型。',
  },
  offer_named_references: {
    en: 'It cannot use these reference images. Remove them, or choose a model that follows references.',
    zh: '它无法使用这些参考图片。请移除，或选择支持参考图的模型。',
  },
  offer_one_reference: {
    en: 'It takes at most 1 reference image, image prompts included. Remove the others, or choose another model.',
    zh: '它最多接受 1 张参考图片（含图片提示）。请移除多余的，或选择其他模型。',
  },
  offer_fewer_references: {
    en: 'It takes at most {most} reference images, image prompts included. Remove the others, or choose another model.',
    zh: '它最多接受 {most} 张参考图片（含图片提示）。请移除多余的，或选择其他模型。',
  },
  offer_fewer: {
    en: 'It takes at most {most}. Remove the others, or choose another model.',
    zh: '它最多接受{most}。请移除多余的，或选择其他模型。',
  },
  offer_one_prompt: {
    en: 'It takes one image prompt, and no reference images with it. Remove the others, or choose a model that follows image prompts and references.',
    zh: '它只接受一张图片提示，且不能与参考图同时使用。请移除其他图片，或选择支持图片提示与参考图的模型。',
  },
  offer_pictures: {
    en: 'It generates four images at a time. Request at most 4.',
    zh: '它每次生成四张图片。请最多请求 4 张。',
  },
  offer_exclude: {
    en: 'It does not support negative prompts, so --no would have no effect. Remove --no, or choose another model.',
    zh: '它不支持反向提示词，--no 不会生效。请移除 --no，或选择其他模型。',
  },
  offer_continued: { en: 'It cannot continue or change a clip.', zh: '它无法延长或修改视频。' },
  offer_changed: {
    en: 'It cannot change a clip. Start from an image.',
    zh: '它无法修改视频。请从图片开始。',
  },
  offer_last: { en: 'It cannot end a clip with a given image.', zh: '它无法指定视频的最后一帧。' },
  offer_loop: {
    en: 'It cannot end a clip with a given image, so it makes no loops. Turn off the loop, or choose another model.',
    zh: '它无法指定视频的最后一帧，因此不能生成循环视频。请关闭循环，或选择其他模型。',
  },
  offer_loop_with_last: {
    en: 'A loop ends with its first frame. Remove the last frame, or turn off the loop.',
    zh: '循环视频以第一帧结束。请移除最后一帧，或关闭循环。',
  },
  offer_loop_of_words: {
    en: 'It makes loops from an image only. Add an image, or turn off the loop.',
    zh: '它只能由图片生成循环视频。请添加图片，或关闭循环。',
  },
  offer_images_only: {
    en: 'It generates images from other images only. Add an image prompt or a reference, or choose another model.',
    zh: '它只能由其他图片生成图片。请添加图片提示或参考图，或选择其他模型。',
  },
  offer_words: {
    en: 'It generates clips from an image only. Add an image.',
    zh: '它只能由图片生成视频。请添加图片。',
  },
  offer_picture: {
    en: 'It generates clips from text only. Remove the image.',
    zh: '它只能由文字生成视频。请移除图片。',
  },
  offer_silent: {
    en: 'A clip requires a prompt. Describe the motion.',
    zh: '它需要文字才能生成视频。请描述动作。',
  },
  offer_seconds: {
    en: 'It generates clips of 5 seconds. Request 5 seconds, then extend the clip.',
    zh: '它生成 5 秒的视频。请选择 5 秒，然后延长视频。',
  },
  offer_audio: {
    en: 'It does not generate sound. Request a clip without sound.',
    zh: '它不生成声音。请选择无声视频。',
  },
} as const;
