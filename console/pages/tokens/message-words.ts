/** Texts of what is sent to a friend with a token. */
import { catalogue } from '../../words/words.ts';

export const messageWords = catalogue({
  en: {
    address: 'Address',
    key: 'Key',
    expiry: 'Expires',
    never: 'never',
    share: 'For a friend',
    shareSays: 'The address, the key, its limits and how to begin, as one text to send.',
    copyMessage: 'Copy a message',
    copiedMessage: 'Copied. Send it where only your friend reads it.',
    onlyHere: (address: string) =>
      `This page is open at ${address}, which nobody else can reach: on another machine that address is the machine itself. Open the Console by the server’s own name or address, and copy the message there.`,
    messageStart: {
      image: 'Here is a token for making pictures with Kinora.',
      video: 'Here is a token for making video clips with Kinora.',
    },
    messageCalls: 'It can call',
    messageLimit: 'It can spend',
    messageLine: (name: string, value: string) => `${name}: ${value}`,
    messageHowImage:
      'To begin: in any program for Midjourney proxies, enter the address and the key.\nThen ask for a picture, as: a red fox beside a lighthouse --ar 3:2',
    messageHowVideo: (model: string) =>
      `To begin: give the OpenAI SDK the address as base_url and the key as api_key.\nThen: client.videos.create(model="${model}", prompt="sailboats on a lake at dawn")`,
    noMessageLimit: 'the whole balance',
  },
  zh: {
    address: '地址',
    key: '密钥',
    expiry: '有效期至',
    never: '永不过期',
    share: '发给朋友',
    shareSays: '包含地址、密钥、限额和使用方法的一段文字。',
    copyMessage: '复制消息',
    copiedMessage: '已复制。请发送到只有朋友能看到的地方。',
    onlyHere: (address: string) =>
      `当前页面的地址是 ${address}，其他人无法访问：在别的机器上，它指向那台机器自己。请用服务器的域名或 IP 打开控制台，再复制消息。`,
    messageStart: {
      image: '这是一个 Kinora 令牌，可用于生成图片。',
      video: '这是一个 Kinora 令牌，可用于生成视频。',
    },
    messageCalls: '可调用',
    messageLimit: '可花费',
    messageLine: (name: string, value: string) => `${name}：${value}`,
    messageHowImage:
      '使用方法：在任意 Midjourney 代理类程序中填写地址和密钥，\n然后输入提示词，例如：灯塔旁的红狐狸 --ar 3:2',
    messageHowVideo: (model: string) =>
      `使用方法：在 OpenAI SDK 中将地址设为 base_url，密钥设为 api_key，\n然后调用：client.videos.create(model="${model}", prompt="黎明湖面上的帆船")`,
    noMessageLimit: '全部余额',
  },
});
