/** Error texts of the video interface, which call a task a video and have no marks for gateways. */
import {
  errorText,
  fillText,
  type ErrorCode,
  type ErrorDetails,
  type Language,
} from '@kinora/shared/errors/errors';

export const videoWords: Partial<Record<ErrorCode, Readonly<Record<Language, string>>>> = {
  task_unknown: { en: 'There is no video {task}.', zh: '视频 {task} 不存在。' },
  cursor_unknown: {
    en: 'The cursor is invalid: there is no video {task}.',
    zh: '游标无效：没有视频 {task}。',
  },
  parent_not_ready: {
    en: 'The video {task} is not completed. Only completed videos can be edited or extended.',
    zh: '视频 {task} 未完成。只有已完成的视频才能编辑或延长。',
  },
  link_invalid: {
    en: 'The image in "{param}" could not be fetched from {url}: {reason}',
    zh: '无法从 {url} 获取 "{param}" 中的图片：{reason}',
  },
  queue_full: {
    en: 'The queue is full: {limit} of your videos are waiting. Try again when some have finished.',
    zh: '队列已满：已有 {limit} 个视频在等待。请等待部分视频结束后重试。',
  },
  input_expired: {
    en: 'An input image or clip of the video has expired. Nothing was charged.',
    zh: '视频的输入图片或视频已过期。未扣费。',
  },
  cancelled: { en: 'The video was cancelled.', zh: '视频已取消。' },
  timeout: {
    en: 'The video timed out. Nothing was charged.',
    zh: '视频超时，未扣费。',
  },
};

export function videoErrorText(code: ErrorCode, details: ErrorDetails, language: Language): string {
  const words = videoWords[code];
  return words ? fillText(words[language], details, language) : errorText(code, details, language);
}
