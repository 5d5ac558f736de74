/** Errors of /mcp, the interface for agents. */
export const agentErrors = {
  tool_unknown: {
    status: 404,
    en: 'There is no tool "{tool}" for this token. Allowed: {allowed}.',
    zh: '该令牌没有工具 "{tool}"。可用：{allowed}。',
  },
  action_unknown: {
    status: 400,
    en: 'Task {task} has no action "{action}". Allowed: {allowed}.',
    zh: '任务 {task} 没有操作 "{action}"。允许：{allowed}。',
  },
  edit_unclear: {
    status: 400,
    en: 'The call does not say what to do. Add one of these arguments: {arguments}.',
    zh: '调用未说明要做什么。请添加以下参数之一：{arguments}。',
  },
  arguments_twice: {
    status: 400,
    en: 'The arguments "{argument}" and "{other}" exclude each other. Remove one of them.',
    zh: '参数 "{argument}" 与 "{other}" 互斥。请移除其中之一。',
  },
  argument_unfit: {
    status: 400,
    en: 'The argument "{argument}" cannot be used with "{other}". Allowed besides it: {allowed}.',
    zh: '参数 "{argument}" 不能与 "{other}" 一起使用。另外允许：{allowed}。',
  },
  approval_needed: {
    status: 402,
    en: 'The call costs {amount} {currency}. This token allows {limit} {currency} without the consent of a person, and this program cannot ask for it. Choose something cheaper, or ask the owner of the token to raise "ask_above". Nothing was charged.',
    zh: '本次调用需 {amount} {currency}。该令牌未经人同意最多允许 {limit} {currency}，而此程序无法询问。请选择更便宜的方式，或请令牌所有者提高 "ask_above"。未扣费。',
  },
  approval_declined: {
    status: 402,
    en: 'A person declined the price of {amount} {currency}. Nothing was charged.',
    zh: '价格 {amount} {currency} 未获同意。未扣费。',
  },
  resource_unknown: {
    status: 404,
    en: 'There is no resource "{uri}". Allowed: kinora://tasks/<task>, kinora://docs/<page>, and those in resources/list.',
    zh: '没有资源 "{uri}"。可用：kinora://tasks/<任务>、kinora://docs/<页面>，以及 resources/list 中的资源。',
  },
  starter_unknown: {
    status: 404,
    en: 'There is no prompt "{prompt}". Allowed: {allowed}.',
    zh: '没有提示词模板 "{prompt}"。可用：{allowed}。',
  },
  origin_foreign: {
    status: 403,
    en: 'Pages of {origin} may not call this server. The operator can allow the origin with the setting {setting}.',
    zh: '来自 {origin} 的网页不可调用此服务器。运营者可用设置 {setting} 允许该来源。',
  },
} as const;
