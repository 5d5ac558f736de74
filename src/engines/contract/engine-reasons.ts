/**
 * The Chinese texts of the reasons that adapters and the checks of their files give, by their English texts: code says what happened in one
 * language, as logs need it.
 * `{name}` stands for what the adapter fills in. A reason that is not listed is shown in English.
 */
import type { ErrorDetails } from '@kinora/shared/errors/errors';

const reasonsZh: Readonly<Record<string, string>> = {
  'could not connect to its URL': '其地址没有响应',
  'could not connect to its URL in time': '未能及时连接到其地址',
  'could not connect to its URL because the host name was not found': '无法连接其地址：找不到主机名',
  'could not connect to its URL because the host refused the connection': '无法连接其地址：主机拒绝连接',
  'could not connect to its URL because the host is unreachable': '无法连接其地址：主机不可达',
  'could not connect to its URL because its TLS certificate was rejected':
    '无法连接其地址：其 TLS 证书未通过验证',
  'could not connect to its URL because TLS failed': '无法连接其地址：TLS 握手失败',
  'could not connect to its URL because TLS failed, as the server does not use it':
    '无法连接其地址：TLS 握手失败，该服务器未使用 TLS',
  'the connection closed before it responded': '在收到回答前连接已断开',
  'it did not respond in time': '未在规定时间内响应',
  'no response': '没有回答',
  'this server could not use its disk': '本服务器无法读写磁盘',
  'its adapter failed': '其适配器出错',
  'it rejected the secret': '拒绝了密钥',
  'it requires a secret, and none is set': '需要密钥，但尚未设置',
  'the secret has characters that a header cannot hold': '密钥含有请求头不允许的字符',
  'its account has no balance left': '其账户余额不足',
  'it responded with status {status}': '返回了状态码 {status}',
  'it does not support this operation or model': '没有此功能或模型',
  'it does not have the checkpoint of this model': '没有该模型所需的检查点',
  'it is not accepting jobs': '不接收任务',
  'it is busy': '正忙',
  'it lost the job': '丢失了任务',
  'it failed': '执行失败',
  'it reported an error': '报告了错误',
  'it could not finish the job': '未能完成任务',
  'it ran out of memory{where}': '内存不足{where}',
  'its response does not have the format of this kind of engine': '其回答不符合此类引擎的格式',
  'its response is too large': '其回答过大',
  'its response cannot be used': '其回答无法使用',
  'the model returned no text': '模型没有给出回答',
  'the model refused to answer': '模型拒绝回答',
  'the response exceeds its length limit or the context of the model': '回答超出了其长度上限或模型的上下文',
  'its program reported an error': '其程序报告了错误',
  'its program exited with code {code}': '其程序以退出码 {code} 结束',
  'its program was killed by signal {signal}': '其程序被信号 {signal} 终止',
  'its program was stopped: {reason}': '其程序已被终止：{reason}',
  'its program ended {count} times in a row': '其程序已连续 {count} 次退出',
  'its program ended by itself': '其程序已自行退出',
  'its program does not respond yet': '其程序尚未响应',
  'its process was killed': '其进程被终止',
  'it made {count} {what} instead of {wanted}': '生成了 {count} 个结果，应为 {wanted} 个',
  'it wrote no usable result.json': '没有写出可用的 result.json',
  'its file {name} is missing': '缺少其文件 {name}',
  'its file {name} cannot be read: {cause}': '无法读取其文件 {name}：{cause}',
  'the last frame of the clip cannot be read: {cause} Extend another clip, such as one in 8-bit H.264.':
    '无法读取视频的最后一帧：{cause} 请续写其他视频，例如 8 位 H.264 编码的视频。',
  'it lacks what the workflow needs': '缺少工作流所需的内容',
  'it does not accept values of the workflow: {items}': '不接受工作流中的值：{items}',
  'the file is gone': '文件已不存在',
  'its file cannot be fetched': '无法获取其文件',
  'its file cannot be fetched: status {status}': '无法获取其文件：状态码 {status}',
  'its file is empty': '其文件为空',
  'it returned a text instead of its file': '返回的是文本，而不是文件',
  'it returned {found} of {wanted} images': '只返回了 {wanted} 张图片中的 {found} 张',
  'this URL does not respond like {program}: GET {path} returned {status}. {advice}':
    '此地址的回答不像 {program}：GET {path} 返回 {status}。请检查 URL 以及程序的启动方式',
  'the test did not end within {seconds} seconds; tasks have more time':
    '测试未在 {seconds} 秒内结束；任务有更长的时间',
};

/** Why a file that an engine returned is not usable. */
const mediaReasonsZh: Readonly<Record<string, string>> = {
  'no media': '没有任何文件',
  'This is not a PNG, JPEG, WebP, AVIF or GIF file.': '这不是 PNG、JPEG、WebP、AVIF 或 GIF 文件。',
  'The picture cannot be decoded.': '图片无法解码。',
  'The animation cannot be decoded.': '动图无法解码。',
  'The picture has more than {limit} pixels.': '图片超过 {limit} 像素。',
  'The picture has more than {limit} scans.': '图片的扫描数超过 {limit} 次。',
  'Decoding the picture takes {bytes} bytes of memory.': '解码图片需要 {bytes} 字节内存。',
  'The picture is too small to be a sheet of four.': '图片太小，不可能是四宫格。',
  '{size} pixels instead of {wanted}': '尺寸为 {size} 像素，应为 {wanted}',
  '{count} picture instead of {wanted}': '有 {count} 张图片，应为 {wanted} 张',
  '{count} pictures instead of {wanted}': '有 {count} 张图片，应为 {wanted} 张',
  '{count} clip instead of {wanted}': '有 {count} 段视频，应为 {wanted} 段',
  '{count} clips instead of {wanted}': '有 {count} 段视频，应为 {wanted} 段',
  '{count} frame instead of {wanted}': '有 {count} 帧，应为 {wanted} 帧',
  '{count} frames instead of {wanted}': '有 {count} 帧，应为 {wanted} 帧',
  'a clip of {length} ms instead of {wanted} ms': '视频时长为 {length} 毫秒，应为 {wanted} 毫秒',
  'a clip without the sound that was asked for': '视频没有所要求的声音',
  'This is not a readable clip.': '这不是可读取的视频。',
  'This is a still picture, not a clip.': '这是静态图片，不是视频。',
  'No decoder reads its codec or profile.': '没有解码器支持其编码或配置。',
  'The clip is cut off.': '视频不完整。',
  'The clip has no video.': '文件中没有视频画面。',
  'The clip has no length.': '视频时长为零。',
  'The clip has no readable frames.': '视频中没有可读取的帧。',
  'The clip has tracks that cannot be copied.': '视频中有无法复制的轨道。',
  'The clip has {count} frames. Allowed: {limit}.': '视频有 {count} 帧，上限为 {limit} 帧。',
  'A clip of {size} pixels is too large. Allowed: {limit} pixels.':
    '视频尺寸 {size} 过大，上限为 {limit} 像素。',
  'Only {count} of {expected} frames can be {done}.': '{expected} 帧中只有 {count} 帧可以读取。',
};

const patterns = Object.entries({ ...reasonsZh, ...mediaReasonsZh }).map(([english, chinese]) => ({
  pattern: patternOf(english),
  chinese,
}));

/** Adapters write whole sentences, for the log. The texts of `engine_rejected` and `content_refused` begin with the same. */
const verdict = /^(?:it rejected the job|it refused the content)(?:: |$)/;
const unexplained: ErrorDetails = { reason: 'it gave no reason', reasonZh: '未说明原因' };

/** The reason in both languages, as details of an error. `detail`: what the engine itself says, which is not translated. */
export function engineReason(reason: string, detail = ''): ErrorDetails {
  if (verdict.test(reason)) {
    const said = reason.replace(verdict, '') || detail;
    return said === '' ? unexplained : { reason: said };
  }
  const suffix = detail === '' ? '' : `: ${detail}`;
  const reasonZh = inChinese(reason);
  return { reason: reason + suffix, ...(reasonZh !== undefined && { reasonZh: reasonZh + suffix }) };
}

/** As `engineReason`, with the cause, which may name hosts and quote the engine. For operators only. */
export function operatorReason({ message, cause }: Pick<Error, 'message' | 'cause'>): ErrorDetails {
  const detail = detailOf(cause);
  return engineReason(message, message.includes(detail) ? '' : detail);
}

/** What an engine said, or an error of the network. Other errors explain nothing to operators. */
function detailOf(cause: unknown): string {
  if (typeof cause === 'string') return cause;
  const isOfNetwork = cause instanceof Error && 'code' in cause && cause.name !== 'AbortError';
  return isOfNetwork && typeof cause.code === 'string' ? cause.message.trim() : '';
}

/** The English texts, as adapters write them. */
export const knownReasons = Object.keys({ ...reasonsZh, ...mediaReasonsZh });

/** What follows a colon may be what the engine itself says. */
function inChinese(reason: string): string | undefined {
  for (const { pattern, chinese } of patterns) {
    const found = pattern.exec(reason);
    if (found) return chinese.replaceAll(/\{(\w+)\}/g, (_, name: string) => found.groups?.[name] ?? '');
  }
  const colon = reason.indexOf(': ');
  const start = colon < 0 ? undefined : inChinese(reason.slice(0, colon));
  return start && start + reason.slice(colon);
}

function patternOf(english: string): RegExp {
  const literal = english.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll(/\{(\w+)\}/g, '(?<$1>.*?)')}$`, 's');
}
