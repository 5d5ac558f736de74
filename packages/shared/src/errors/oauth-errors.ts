/** Error codes of OAuth, where programs ask users for tokens: a part of the one table in `error-table.ts`. */

export const oauthErrors = {
  oauth_client_unknown: {
    status: 400,
    en: 'There is no client "{client}". It was never registered here, or its registration was removed because nobody authorized it. Have the program register again.',
    zh: '没有客户端 "{client}"。它从未在此注册，或因无人授权其注册已被移除。请让该程序重新注册。',
  },
  oauth_document_unusable: {
    status: 400,
    en: 'The metadata document of the client, {address}, cannot be used. {reason}',
    zh: '客户端的元数据文档 {address} 无法使用。{reason}',
  },
  oauth_redirect_unknown: {
    status: 400,
    en: 'The client "{client}" has not registered the redirect_uri "{uri}". Registered: {allowed}.',
    zh: '客户端 "{client}" 未注册 redirect_uri "{uri}"。已注册：{allowed}。',
  },
  oauth_response_type: {
    status: 400,
    en: 'The response_type "{type}" is not supported. Allowed: code.',
    zh: '不支持 response_type "{type}"。允许：code。',
  },
  oauth_grant_type: {
    status: 400,
    en: 'The grant_type "{type}" is not supported. Allowed: authorization_code, refresh_token.',
    zh: '不支持 grant_type "{type}"。允许：authorization_code、refresh_token。',
  },
  oauth_grant_invalid: {
    status: 400,
    en: 'The code or the refresh token is invalid: it was used, it has expired, its token was revoked, or it belongs to another client, redirect_uri or code_verifier. Start the authorization again.',
    zh: '授权码或刷新令牌无效：已被使用、已过期、其令牌已被吊销，或属于其他客户端、redirect_uri 或 code_verifier。请重新开始授权。',
  },
  oauth_resource_unknown: {
    status: 400,
    en: 'This server issues no tokens for the resource "{resource}". Allowed: {allowed}.',
    zh: '本服务器不为资源 "{resource}" 签发令牌。允许：{allowed}。',
  },
  oauth_resource_wider: {
    status: 400,
    en: 'The user granted a token for {path} only. Name that resource, or start the authorization again without one.',
    zh: '用户授予的令牌仅用于 {path}。请指定该资源，或不指定资源重新开始授权。',
  },
  key_audience: {
    status: 403,
    en: 'This key was granted to a program for /mcp only. For other interfaces, create a token in the Console, or have the program ask for access to the whole server.',
    zh: '此密钥授予程序，仅可用于 /mcp。如需使用其他接口，请在控制台创建令牌，或让程序请求访问整个服务器。',
  },
  oauth_registrations_many: {
    status: 429,
    retryable: true,
    en: 'Too many programs were registered from this network: at most {limit} an hour. Try again later.',
    zh: '来自此网络的程序注册过多：每小时最多 {limit} 个。请稍后再试。',
  },
  token_of_client: {
    status: 409,
    en: 'The key of this token is replaced by the program that it was created for, {client}. To end its access, revoke the token.',
    zh: '此令牌的密钥由其所属程序 {client} 自行更换。如需终止其访问，请吊销该令牌。',
  },
} as const;
