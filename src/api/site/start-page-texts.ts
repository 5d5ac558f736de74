/** Texts of the start page. */
import type { Language } from '@kinora/shared/errors/errors';

const en = {
  title: 'Kinora: images and videos from your own server',
  headline: 'Images and videos from your own server',
  lead: 'Kinora provides media generation through two interfaces that existing clients already support. Send a prompt and a token, and get an image or a video.',
  open: 'Open the Console',
  documentation: 'Documentation',
  document: 'OpenAPI document',
  drawn: 'Drawn by the built-in engine.',
  interfaces: 'Two interfaces',
  imageInterface: 'Image interface',
  imageDescription: 'For midjourney-proxy clients, with a token of the image group.',
  videoInterface: 'Video interface',
  videoDescription: 'For OpenAI SDKs, with a token of the video group.',
  picture: 'Create an image',
  pictureDescription: 'Submit a prompt, then poll the task until its status is SUCCESS.',
  clip: 'Create a video',
  clipDescription: 'Create a video, poll it until its status is completed, then download it.',
  tokens: 'Create a token',
  tokensDescription:
    'The first start prints one token per group. Create more in the Console, or on the server:',
  models: 'Models',
  from: (price: string, unit: string) => `from ${price} / ${unit}`,
  units: { image: 'image', clip: 'clip', second: 'second' },
  free: 'Tasks that fail or are cancelled are free of charge.',
  live: 'Liveness',
  ready: 'Readiness',
};

const zh: typeof en = {
  title: 'Kinora：在自己的服务器上生成图片和视频',
  headline: '在自己的服务器上生成图片和视频',
  lead: 'Kinora 通过现有客户端已支持的两种接口提供媒体生成服务。发送提示词和令牌，即可得到图片或视频。',
  open: '打开控制台',
  documentation: '使用文档',
  document: 'OpenAPI 文档',
  drawn: '由内置引擎绘制。',
  interfaces: '两种接口',
  imageInterface: '图片接口',
  imageDescription: '适用于 midjourney-proxy 客户端，使用 image 分组的令牌。',
  videoInterface: '视频接口',
  videoDescription: '适用于 OpenAI SDK，使用 video 分组的令牌。',
  picture: '生成一张图片',
  pictureDescription: '提交提示词，然后轮询任务，直到 status 为 SUCCESS。',
  clip: '生成一段视频',
  clipDescription: '创建视频，轮询到 status 为 completed 后下载。',
  tokens: '创建令牌',
  tokensDescription: '首次启动会为每个分组打印一个令牌。可在控制台或服务器上创建更多：',
  models: '模型',
  from: (price, unit) => `每${unit} ${price} 起`,
  units: { image: '张', clip: '段', second: '秒' },
  free: '失败或取消的任务不收费。',
  live: '存活检查',
  ready: '就绪检查',
};

export const startPageTexts: Readonly<Record<Language, typeof en>> = { en, zh };
