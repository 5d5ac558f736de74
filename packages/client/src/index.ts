/** kinora-client: generate images and clips on a Kinora server, wait for them, continue and download them. */
export { Kinora, type Balance, type KinoraOptions } from './kinora.ts';
export { KinoraError, TaskFailedError, type ErrorDetails } from './http/kinora-error.ts';
export type { EventsOptions, TaskEvent } from './tasks/account-events.ts';
export type { FileSource } from './http/files.ts';
export type { FollowOptions } from './tasks/follow.ts';
export { Task, type WaitOptions } from './tasks/task.ts';
export type { Button, Direction, Motion } from './images/buttons.ts';
export type {
  FollowUpOptions,
  GenerateRequest,
  ImageQuote,
  ImageRecord,
  ImageTask,
  ImagineOptions,
  SubmitOptions,
} from './images/image-record.ts';
export { ImageResult, type Candidate, type ImageFile, type ImageTaskHandle } from './images/image-result.ts';
export { Images } from './images/images.ts';
export type {
  ChangeVideo,
  ClipSource,
  CreateVideo,
  ExtendVideo,
  Variant,
  VideoOptions,
  VideoQuote,
  VideoRecord,
  VideoWebhook,
} from './videos/video-record.ts';
export { VideoResult, type VideoTaskHandle } from './videos/video-result.ts';
export { Videos } from './videos/videos.ts';
export { verifyWebhook, type WebhookMessage } from './http/webhooks.ts';
export { clientVersion } from './http/version.ts';
export type { paths } from './http/openapi.ts';
