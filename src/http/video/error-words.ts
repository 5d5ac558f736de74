/** What the video interface says in words of its own: there a task is a video, and no sentence begins with a mark for gateways. */
import { errorText, fillText, type ErrorCode, type ErrorDetails, type Language } from '../../errors.ts';

export const videoWords: Partial<Record<ErrorCode, Readonly<Record<Language, string>>>> = {
  task_unknown: { en: 'There is no video {task}.', zh: '视频 {task} 不存在。' },
  cursor_unknown: {
    en: 'There is no video {task} to list after.',
    zh: '没有视频 {task}，无法作为翻页游标。',
  },
  parent_not_ready: {
    en: 'The video {task} is not completed; only a completed one can be changed or go on.',
    zh: '视频 {task} 未完成；只有已完成的视频才能修改或延长。',
  },
  link_invalid: {
    en: 'The picture in "{param}" could not be fetched from {url}: {reason}',
    zh: '无法从 {url} 获取 "{param}" 中的图片：{reason}',
  },
  queue_full: {
    en: 'The queue is full: {limit} of your videos are waiting. Try again when some are done.',
    zh: '队列已满：已有 {limit} 个视频等待。请稍后再试。',
  },
  input_expired: {
    en: 'A picture or clip that the video starts from is no longer kept. Nothing was charged.',
    zh: '视频所需的图片或片段已超过保留期。未扣费。',
  },
  cancelled: { en: 'The video was cancelled.', zh: '视频已取消。' },
  timeout: {
    en: 'The video was not finished in time. Nothing was charged.',
    zh: '视频超时，未扣费。',
  },
};

export function videoErrorText(code: ErrorCode, details: ErrorDetails, language: Language): string {
  const words = videoWords[code];
  return words ? fillText(words[language], details) : errorText(code, details, language);
}
