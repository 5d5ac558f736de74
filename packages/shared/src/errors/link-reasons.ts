/**
 * Why a URL from outside was not fetched, or may not be called. A part of the one
 * table of reasons (reason.ts).
 */
export const linkReasons = {
  link_form: { en: 'The value is not a URL.', zh: '该值不是 URL。' },
  link_scheme: {
    en: 'Only http and https can be fetched, not {scheme}.',
    zh: '只能获取 http 和 https，不能是 {scheme}。',
  },
  link_credentials: {
    en: 'URLs with a user name or password are not allowed.',
    zh: '不允许带有用户名或密码的 URL。',
  },
  link_port: {
    en: 'Port {port} is not allowed. Allowed: 80, 443, 1024-65535.',
    zh: '不允许端口 {port}。允许：80、443、1024-65535。',
  },
  link_long: { en: 'The URL is longer than {limit} characters.', zh: 'URL 超过 {limit} 个字符。' },
  link_private: {
    en: '{host} is not on the public internet. The operator can allow it with KINORA_ALLOWED_NETWORKS.',
    zh: '{host} 不在公共互联网上。运营者可用 KINORA_ALLOWED_NETWORKS 允许它。',
  },
  link_unreachable: {
    en: '{host} cannot be reached: it does not exist, does not respond, or is not on the public internet. The operator can allow private networks with KINORA_ALLOWED_NETWORKS.',
    zh: '无法连接 {host}：它不存在、没有响应，或不在公共互联网上。运营者可用 KINORA_ALLOWED_NETWORKS 允许私有网络。',
  },
  link_closed: {
    en: '{host} closed the connection before the response was complete.',
    zh: '{host} 在响应完成之前断开了连接。',
  },
  link_late: { en: 'No response within {timeout} ms.', zh: '{timeout} 毫秒内没有响应。' },
  link_stopped: { en: 'Kinora is stopping.', zh: 'Kinora 正在停止。' },
  link_redirects: { en: 'There are more than {limit} redirects.', zh: '重定向超过 {limit} 次。' },
  link_status: { en: 'The server returned status {status}.', zh: '服务器返回了状态码 {status}。' },
  link_type: {
    en: 'The content type is {type}. Allowed: {allowed}.',
    zh: '内容类型为 {type}。允许：{allowed}。',
  },
  link_compressed: {
    en: 'The response is compressed ({encoding}). Allowed: identity.',
    zh: '响应经过压缩（{encoding}）。允许：identity。',
  },
  link_bytes: { en: 'The response exceeds {limit} bytes.', zh: '响应超过 {limit} 字节。' },
} as const;
