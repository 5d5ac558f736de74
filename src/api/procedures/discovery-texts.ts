/**
 * Messages about programs that discovery found, and what was added of them, in
 * the form of `operate-texts.ts`.
 */
export const discoveryTexts = {
  // What discovery found.
  found_none: {
    en: 'Nothing answered on the usual ports of {host}.',
    zh: '{host} 的常用端口上没有任何程序响应。',
  },
  found_some: {
    en: 'Programs found on the usual ports of {host}: {count}.',
    zh: '在 {host} 的常用端口上找到 {count} 个程序。',
  },
  found_in_container: {
    en: 'Kinora runs in a container, and searched only this container. To search the machine that it runs on, name the host host.docker.internal.',
    zh: 'Kinora 运行在容器中，只查找了该容器。要查找容器所在的机器，请将主机填写为 host.docker.internal。',
  },
  found_new: { en: 'It can be added.', zh: '可以添加。' },
  found_added: { en: 'It is the engine {engine}.', zh: '它就是引擎 {engine}。' },
  found_self: { en: 'This is Kinora itself.', zh: '这就是 Kinora 本身。' },
  found_kinora: {
    en: 'This is a Kinora, on another port than this one. Another Kinora can be added as an engine, with a token of it (docs/engines.md).',
    zh: '这是一个 Kinora，端口与本服务器不同。可以用另一个 Kinora 的令牌将其添加为引擎（docs/engines.md）。',
  },
  found_other: {
    en: 'A web server answers, but it is none of the programs that are looked for on this port.',
    zh: '有 Web 服务器响应，但不是在此端口上查找的程序。',
  },
  found_locked: {
    en: 'It requires a secret. Add it with: kinora engine add {engine} --kind {kind} --url {url} --secret <secret>',
    zh: '它需要密钥。请这样添加：kinora engine add {engine} --kind {kind} --url {url} --secret <密钥>',
  },
  found_proxied: {
    en: 'Requests to {host} would go through a proxy. Add it to NO_PROXY and restart Kinora.',
    zh: '发往 {host} 的请求会经过代理。请将其加入 NO_PROXY 并重启 Kinora。',
  },
  added_engine: {
    en: 'The engine {engine} was added, with these models: {models}.',
    zh: '已添加引擎 {engine} 及以下模型：{models}。',
  },
  added_engine_alone: {
    en: 'The engine {engine} was added without models. Probe it and choose its models.',
    zh: '已添加引擎 {engine}，未添加模型。请探测它并选择模型。',
  },
  added_models: {
    en: 'These models were added to the engine {engine}: {models}.',
    zh: '已为引擎 {engine} 添加以下模型：{models}。',
  },
  added_nothing: {
    en: 'The engine {engine} has all of these models already. Nothing was added.',
    zh: '引擎 {engine} 已有这些模型，未添加任何内容。',
  },
  added_left: {
    en: 'Left out, because at most {most} are added at once: {models}.',
    zh: '每次最多添加 {most} 个，以下未添加：{models}。',
  },
  added_tested: { en: 'The test passed.', zh: '测试通过。' },
  added_untested: {
    en: 'The engine and its models stay, but the test failed: {reason}',
    zh: '引擎及其模型已保留，但测试失败：{reason}',
  },
} as const;
