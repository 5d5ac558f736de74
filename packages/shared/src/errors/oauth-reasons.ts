/** Reasons why a request of OAuth is rejected. A part of the one table of reasons (reason.ts). */
export const oauthReasons = {
  redirect_form: {
    en: 'expected an https URL, an http URL of 127.0.0.1, [::1] or localhost, or the scheme of an app such as com.example.app:, without a fragment and without code, state, iss or error in its query, which the response adds.',
    zh: '应为 https URL，127.0.0.1、[::1] 或 localhost 的 http URL，或应用的自定义协议（例如 com.example.app:），不能带片段，查询参数中也不能有由响应添加的 code、state、iss 或 error。',
  },
  oauth_pkce: {
    en: 'expected S256: PKCE is required.',
    zh: '应为 S256：必须使用 PKCE。',
  },
  oauth_challenge: {
    en: 'expected the SHA-256 of the code_verifier in base64url: 43 characters.',
    zh: '应为 code_verifier 的 SHA-256，以 base64url 编码：43 个字符。',
  },
  oauth_verifier: {
    en: 'expected 43 to 128 letters, digits and -._~.',
    zh: '应为 43 到 128 个字母、数字或 -._~。',
  },
  oauth_form: {
    en: 'expected a body of the type application/x-www-form-urlencoded in which no parameter is repeated.',
    zh: '请求体类型应为 application/x-www-form-urlencoded，且参数不得重复。',
  },
  oauth_cap: {
    en: 'a program needs a spending cap: in total, per day or per month.',
    zh: '程序必须有消费上限：总计、每天或每月。',
  },
  oauth_user: {
    en: 'you are signed in as another user now. Reload the page.',
    zh: '你现在以另一个用户登录。请刷新页面。',
  },
  oauth_client_address: {
    en: 'Expected an https URL with a path, in normal form and without a user name or a fragment.',
    zh: '应为带路径的规范 https URL，不含用户名和片段。',
  },
  oauth_document_field: { en: 'Its field {field} is invalid', zh: '其字段 {field} 无效' },
  oauth_document_of_another: {
    en: 'Its client_id is another address.',
    zh: '其 client_id 是另一个地址。',
  },
} as const;
