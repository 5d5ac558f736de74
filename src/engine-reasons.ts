/**
 * The Chinese texts of the reasons that adapters give, by their English texts: adapters say what happened in one language, as logs need it.
 * `{name}` stands for what the adapter fills in. A reason that is not listed is shown in English.
 */
import type { ErrorDetails } from './errors.ts';

const reasonsZh: Readonly<Record<string, string>> = {
  'could not connect to its URL': '其地址没有响应',
  'the connection closed before it responded': '在收到回答前连接已断开',
  'it did not respond in time': '未在规定时间内响应',
  'no response': '没有回答',
  'it rejected the secret': '拒绝了密钥',
  'its account has no balance left': '其账户余额不足',
  'it responded with status {status}': '返回了状态码 {status}',
  'it does not support this operation or model': '没有此功能或模型',
  'it is not accepting jobs': '不接收任务',
  'it is busy': '正忙',
  'it lost the job': '丢失了任务',
  'it failed': '执行失败',
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
  'its process was killed': '其进程被终止',
  'it wrote no usable result.json': '没有写出可用的 result.json',
  'its file {name} is missing': '缺少其文件 {name}',
  'its file {name} cannot be read: {cause}': '无法读取其文件 {name}：{cause}',
  'the last frame of the clip cannot be read: {cause} Extend another clip, such as one in 8-bit H.264.':
    '无法读取视频的最后一帧：{cause} 请续写其他视频，例如 8 位 H.264 编码的视频。',
  'the file is gone': '文件已不存在',
  'it returned {found} of {wanted} images': '只返回了 {wanted} 张图片中的 {found} 张',
  'this URL does not respond like {program}: GET {path} returned {status}. {advice}':
    '此地址的回答不像 {program}：GET {path} 返回 {status}。请检查 URL 以及程序的启动方式',
  'the test did not end within {seconds} seconds; tasks have more time':
    '测试未在 {seconds} 秒内结束；任务有更长的时间',
};

const patterns = Object.entries(reasonsZh).map(([english, chinese]) => ({
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

/** The English texts, as adapters write them. */
export const knownReasons = Object.keys(reasonsZh);

function inChinese(reason: string): string | undefined {
  for (const { pattern, chinese } of patterns) {
    const found = pattern.exec(reason);
    if (found) return chinese.replaceAll(/\{(\w+)\}/g, (_, name: string) => found.groups?.[name] ?? '');
  }
  return undefined;
}

function patternOf(english: string): RegExp {
  const literal = english.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll(/\{(\w+)\}/g, '(?<$1>.*?)')}$`, 's');
}
