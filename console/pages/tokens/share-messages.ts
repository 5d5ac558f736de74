/** Messages of the text that shares a token. */
import { catalogue } from '../../i18n/catalogue.ts';

export const shareMessages = catalogue({
  en: {
    address: 'URL',
    key: 'Key',
    expiry: 'Expires',
    never: 'never',
    share: 'For a friend',
    shareDescription: 'A message with the URL, key, limits and first steps.',
    copyMessage: 'Copy message',
    copiedMessage: 'Copied. Send it privately.',
    onlyHere: (address: string) =>
      `${address} is reachable only from this machine. Open the Console under the server’s own name or address, then copy the message there.`,
    messageStart: {
      image: 'Here is a token for generating images with Kinora.',
      video: 'Here is a token for generating video clips with Kinora.',
    },
    messageCalls: 'Endpoints',
    messageLimit: 'Spending cap',
    messageLine: (name: string, value: string) => `${name}: ${value}`,
    messageHowImage:
      'To start: enter the URL and the key in any midjourney-proxy client.\nThen send a prompt, for example: a red fox beside a lighthouse --ar 3:2',
    messageHowVideo: (model: string) =>
      `To start: configure the OpenAI SDK with the URL as base_url and the key as api_key.\nThen: client.videos.create(model="${model}", prompt="sailboats on a lake at dawn")`,
    noMessageLimit: 'the whole balance',
  },
  zh: {
    address: '地址',
    key: '密钥',
    expiry: '到期',
    never: '永不',
    share: '发给朋友',
    shareDescription: '一条消息，包含地址、密钥、限制和使用方法。',
    copyMessage: '复制消息',
    copiedMessage: '已复制。请私下发送。',
    onlyHere: (address: string) =>
      `${address} 只能从这台机器访问。请用服务器自己的域名或地址打开控制台，再复制消息。`,
    messageStart: {
      image: '这是一个 Kinora 令牌，可用于生成图片。',
      video: '这是一个 Kinora 令牌，可用于生成视频。',
    },
    messageCalls: '接口',
    messageLimit: '消费上限',
    messageLine: (name: string, value: string) => `${name}：${value}`,
    messageHowImage:
      '使用方法：在任意 Midjourney 代理客户端中填写地址和密钥，\n然后输入提示词，例如：灯塔旁的红狐狸 --ar 3:2',
    messageHowVideo: (model: string) =>
      `使用方法：在 OpenAI SDK 中将地址设为 base_url，密钥设为 api_key，\n然后调用：client.videos.create(model="${model}", prompt="黎明湖面上的帆船")`,
    noMessageLimit: '全部余额',
  },
});
