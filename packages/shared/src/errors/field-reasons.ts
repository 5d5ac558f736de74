/**
 * Why a field was refused: what stands after the colon of `field_invalid`. A part of the one
 * table of reasons (reason.ts).
 * @NOTE length: it is one table.
 */
export const fieldReasons = {
  // Any field.
  required: { en: 'it is required.', zh: '此项必填。' },
  required_of: { en: 'it is required. Allowed: {allowed}.', zh: '此项必填。允许：{allowed}。' },
  type_range: { en: 'expected {type} from {least} to {most}.', zh: '应为 {least} 到 {most} 的{type}。' },
  type_expected: { en: 'expected {type}.', zh: '应为{type}。' },
  value_allowed: { en: 'allowed: {allowed}.', zh: '允许：{allowed}。' },
  entry_allowed: {
    en: 'unknown entry "{value}". Allowed: {allowed}.',
    zh: '未知的条目 "{value}"。允许：{allowed}。',
  },
  one_of: { en: 'expected one of {allowed}.', zh: '应为以下之一：{allowed}。' },
  out_of_range: { en: 'expected {least} to {most}.', zh: '应为 {least} 到 {most}。' },
  length_out_of_range: {
    en: 'expected {least} to {most}, not {actual}.',
    zh: '应为 {least} 到 {most}，实际为 {actual}。',
  },
  too_small: { en: 'expected at least {limit}.', zh: '至少为 {limit}。' },
  too_big: { en: 'expected at most {limit}.', zh: '最多为 {limit}。' },
  too_long: { en: 'expected at most {limit}, not {actual}.', zh: '最多为 {limit}，实际为 {actual}。' },
  text_or_number: { en: 'expected a string or a number.', zh: '应为字符串或数字。' },
  not_accepted: { en: 'not accepted.', zh: '不被接受。' },
  other: { en: '{problem}.', zh: '{problem}。' },
  keys_unknown: { en: 'unrecognized: {names}.', zh: '无法识别：{names}。' },
  multiple_of: { en: 'expected a multiple of {step}.', zh: '应为 {step} 的倍数。' },
  uuid: { en: 'expected a UUID.', zh: '应为 UUID。' },
  form: { en: 'it has a form or characters that are not allowed.', zh: '含有不允许的格式或字符。' },
  form_like: {
    en: 'it has a form or characters that are not allowed. Allowed, for example: {example}.',
    zh: '含有不允许的格式或字符。允许的值例如：{example}。',
  },
  json: {
    en: 'expected JSON, with names in double quotes, such as {"steps": 3}. Line {line}, column {column} is not valid.',
    zh: '应为 JSON，名称须用双引号，例如 {"steps": 3}。第 {line} 行第 {column} 列无效。',
  },
  json_end: {
    en: 'expected JSON, but the text ends too early, in line {line}, column {column}.',
    zh: '应为 JSON，但文本在第 {line} 行第 {column} 列提前结束。',
  },
  json_valid: { en: 'expected valid JSON.', zh: '应为有效的 JSON。' },
  amount: {
    en: 'expected an amount such as 12.50, at most 1000000000.',
    zh: '应为金额，例如 12.50，最多 1000000000。',
  },
  factor: { en: 'must be at most 1000.', zh: '最多为 1000。' },
  positive: { en: 'must be greater than 0.', zh: '必须大于 0。' },
  when: {
    en: 'expected a time such as 2027-01-31T12:00:00Z, or a duration from now such as 90d, 12h or 30m.',
    zh: '应为时间，例如 2027-01-31T12:00:00Z，或从现在起的时长，例如 90d、12h 或 30m。',
  },
  later: { en: 'expected a time in the future.', zh: '应为将来的时间。' },
  networks: {
    en: 'expected IP addresses or CIDR ranges such as 203.0.113.7, 10.0.0.0/8 or 2001:db8::/32.',
    zh: '应为 IP 地址或 CIDR 网段，例如 203.0.113.7、10.0.0.0/8 或 2001:db8::/32。',
  },
  color: { en: 'expected a color such as #9c4d08.', zh: '应为颜色，例如 #9c4d08。' },
  color_on_light: {
    en: 'text in {color} has a contrast of {contrast} on the light theme, and at least {least} is needed to read it. The nearest shade that has it: {shade}.',
    zh: '{color} 的文字在浅色主题上的对比度为 {contrast}，至少需要 {least} 才能看清。满足要求的最接近颜色：{shade}。',
  },
  color_on_dark: {
    en: 'text in {color} has a contrast of {contrast} on the dark theme, and at least {least} is needed to read it. The nearest shade that has it: {shade}.',
    zh: '{color} 的文字在深色主题上的对比度为 {contrast}，至少需要 {least} 才能看清。满足要求的最接近颜色：{shade}。',
  },
  entry_id: { en: 'expected the ID of an entry.', zh: '应为条目的 ID。' },
  month: { en: 'expected a month such as 2026-11.', zh: '应为月份，例如 2026-11。' },
  before_to: { en: 'it must be before `to`.', zh: '必须早于 `to`。' },
  words: {
    en: 'expected at least one word, each of at most {limit} characters, and not an asterisk first.',
    zh: '至少需要一个词，每个最多 {limit} 个字符，且不能以星号开头。',
  },
  task_ids: { en: 'expected 1 to 500 IDs.', zh: '应为 1 到 500 个 ID。' },
  like: { en: 'expected a value such as {example}.', zh: '应为例如 {example} 的值。' },
  image_size: {
    en: 'expected "auto", or width and height such as 1024x1536: {least} to {most} pixels each, at most {ratio}:1, and at most 8 megapixels.',
    zh: '应为 "auto"，或宽和高，例如 1024x1536：每边 {least} 到 {most} 像素，比例最多 {ratio}:1，最多 800 万像素。',
  },
  image_source: {
    en: 'expected a file, or {"image_url": …} with an http, https or data URL, or {"file_id": …} with the ID of one of your tasks.',
    zh: '应为文件，或带有 http、https 或 data URL 的 {"image_url": …}，或带有您的任务 ID 的 {"file_id": …}。',
  },
  image_count: { en: 'expected 1 to {limit} images.', zh: '应为 1 到 {limit} 张图片。' },
  no_clip: {
    en: '`--video` makes a clip. Use POST /v1/videos, /mj/submit/imagine or the tool generate_video.',
    zh: '`--video` 会生成视频。请使用 POST /v1/videos、/mj/submit/imagine 或工具 generate_video。',
  },
  no_repeat: {
    en: '`--repeat` creates several tasks. Use `n` for several images.',
    zh: '`--repeat` 会创建多个任务。多张图片请使用 `n`。',
  },
  decimal: { en: 'a decimal string with at most six places.', zh: '应为最多六位小数的十进制字符串。' },

  // Engines.
  engine_name: {
    en: 'expected at most 40 lowercase letters, digits and hyphens, starting with a letter.',
    zh: '应为最多 40 个小写字母、数字和连字符，并以字母开头。',
  },
  engine_name_taken: { en: 'there is already an engine named "{name}".', zh: '已有名为 "{name}" 的引擎。' },
  engine_name_kind: {
    en: 'existing tasks refer to a removed engine "{name}" of the kind {kind}. Choose another name.',
    zh: '"{name}" 曾是 {kind} 类型引擎的名称，仍有任务引用它。',
  },
  engine_kind_fixed: {
    en: 'the kind of this engine is {kind} and cannot be changed. Remove the engine first, or choose another name.',
    zh: '其类型为 {kind}。请先移除该引擎，或另选名称。',
  },
  kind_declared_only: {
    en: 'engines of the kind {kind} can only be defined in a declaration file.',
    zh: '{kind} 类型的引擎只能在声明文件中定义。',
  },
  kind_runs_programs: {
    en: 'its settings name programs that the server runs. Apply the file on the server, with "kinora engine apply" or KINORA_ENGINES_FILE.',
    zh: '其设置指定了由服务器运行的程序。请在服务器上以 "kinora engine apply" 或 KINORA_ENGINES_FILE 应用该文件。',
  },
  workflow_family: {
    en: 'expected at most 64 lowercase letters, digits, dots and hyphens, starting with a letter or digit.',
    zh: '应为最多 64 个小写字母、数字、点和连字符，并以字母或数字开头。',
  },
  workflow_family_shipped: {
    en: 'the family "{family}" is built in. Choose another name.',
    zh: '"{family}" 系列随产品提供，请另选名称。',
  },
  workflow_several: {
    en: 'the family "{family}" has several workflows. Name the primitive of one: {allowed}.',
    zh: '"{family}" 系列有多个工作流。请指定其中一个的 primitive：{allowed}。',
  },
  workflow_size: { en: 'it is larger than 1 MB.', zh: '超过 1 MB。' },
  workflow_depth: { en: 'it is nested more than 20 levels deep.', zh: '嵌套超过 20 层。' },
  workflow_text: {
    en: 'it contains a NUL character or an unpaired surrogate.',
    zh: '包含 NUL 字符或不成对的代理字符。',
  },
  workflow_engine: {
    en: 'engines of the kind {kind} do not run workflows.',
    zh: '{kind} 类型的引擎不运行工作流。',
  },
  setting_unknown: {
    en: '{kind} has no such setting. Allowed: {allowed}.',
    zh: '{kind} 没有此设置。允许：{allowed}。',
  },
  url_none: { en: 'engines of the kind {kind} do not take a URL.', zh: '{kind} 类型的引擎没有 URL。' },
  url_required: { en: 'engines of the kind {kind} require a URL.', zh: '{kind} 类型的引擎需要 URL。' },
  url_form: {
    en: 'expected an http or https URL, such as http://10.0.0.5:8188.',
    zh: '应为 http 或 https URL，例如 http://10.0.0.5:8188。',
  },
  url_credentials: {
    en: 'it must not contain a user name or password; use the secret.',
    zh: '不得包含用户名或密码；请使用密钥。',
  },
  url_query: { en: 'it must not have a query or a fragment.', zh: '不得包含查询参数或片段。' },
  host_form: {
    en: 'expected a host name or an IP address, without a port and a path, such as host.docker.internal or 10.0.0.5.',
    zh: '应为主机名或 IP 地址，不含端口和路径，例如 host.docker.internal 或 10.0.0.5。',
  },
  host_unknown: {
    en: 'the host name {host} was not found from this server.',
    zh: '此服务器找不到主机名 {host}。',
  },
  host_closed: {
    en: '{host} has a link-local or reserved address, which is not asked: metadata services of clouds have such addresses. Allowed: this machine, private networks and public addresses.',
    zh: '{host} 的地址为链路本地或保留地址，不会被访问，因为云的元数据服务使用这类地址。允许：本机、私有网络和公网地址。',
  },
  found_unknown: {
    en: 'nothing of this name was found. Found: {allowed}.',
    zh: '没有找到该名称。已找到：{allowed}。',
  },
  hours: {
    en: 'expected a time span such as "22:00-06:00" or "22:00-06:00 Europe/Berlin".',
    zh: '应为时段，例如 "22:00-06:00" 或 "22:00-06:00 Europe/Berlin"。',
  },
  secret_none: { en: 'engines of the kind {kind} do not take a secret.', zh: '{kind} 类型的引擎没有密钥。' },
  secret_length: { en: 'it must have at most {limit} characters.', zh: '最多 {limit} 个字符。' },
  secret_line: { en: 'it must be one line without control characters.', zh: '必须为一行，且不含控制字符。' },
  secret_variable: {
    en: 'after "env:", give the name of an environment variable.',
    zh: '请在 "env:" 之后填写环境变量的名称。',
  },
  secret_setting: {
    en: '{name} is a setting of Kinora; choose another variable.',
    zh: '{name} 是 Kinora 的设置；请另选变量。',
  },
  secret_path: { en: 'after "file:", give an absolute path.', zh: '请在 "file:" 之后填写绝对路径。' },
  secret_inside: {
    en: 'the file must not be in the data folder of Kinora.',
    zh: '文件不得位于 Kinora 的数据文件夹中。',
  },
  declaration_empty: {
    en: 'it is empty. To declare nothing, write "engines: {}".',
    zh: '文件为空。若不声明任何内容，请写 "engines: {}"。',
  },
  declaration_top: { en: 'its top level: {problem}', zh: '顶层：{problem}' },
  declaration_place: { en: '{place}: {problem}', zh: '{place}：{problem}' },
  yaml: { en: '{problem}.', zh: 'YAML 有误：{problem}。' },

  // Routes and models.
  route_exists: {
    en: 'there is already a route from {model} to {engine}.',
    zh: '已有从 {model} 到 {engine} 的路由。',
  },
  engine_unable: {
    en: '{engine} supports none of the operations of {model}: {allowed}. It supports {able}. Change the operations of the model, or choose another engine.',
    zh: '{engine} 无法执行 {model} 提供的任何操作类型：{allowed}。它支持 {able}。请更改模型的操作类型，或选择其他引擎。',
  },
  engine_idle: {
    en: '{engine} supports none of the operations of {model}: {allowed}. With its settings, it supports no operation of "{upstream}". Check the settings and the upstream.',
    zh: '{engine} 无法执行 {model} 提供的任何操作类型：{allowed}。按其设置，它不支持 "{upstream}" 的任何操作类型。请检查设置和上游名称。',
  },
  cost_unit_kind: {
    en: 'expected {allowed}, because {model} is a model of that kind.',
    zh: '应为 {allowed}，因为 {model} 是该种类的模型。',
  },
  cost_unit: {
    en: 'the cost of a video model requires its unit: clip or second. On the command line, add it with --cost-unit.',
    zh: '为视频模型设置成本时必须指定单位：clip 或 second。在命令行中请添加 --cost-unit。',
  },
  proposal_gone: {
    en: 'the provider does not publish this price, or no longer does. Run "price proposals" again.',
    zh: '其提供商目前没有此价格。请重新运行 "price proposals"。',
  },
  proposal_changed: {
    en: 'the provider charges {amount} {currency} now. Run "price proposals" again.',
    zh: '提供商目前的价格为 {amount} {currency}。请重新运行 "price proposals"。',
  },
  proposal_currency: {
    en: 'the provider charges in {currency}, but this server uses {own}. Set the cost with "route change".',
    zh: '其提供商以 {currency} 计价，而本服务器以 {own} 计价。请用 "route change" 设置成本。',
  },
  proposal_unusable: {
    en: 'the provider reports "{amount}", which cannot be used as the cost of this route.',
    zh: '提供商给出的 "{amount}" 不能作为该路由的成本。',
  },
  proposal_tier: {
    en: 'with this markup, the cheapest tier of the model would cost clients less than the provider charges.',
    zh: '按此加价，该模型最便宜的档位将低于提供商的价格。',
  },
  proposal_unit: {
    en: 'the price of the model is per {unit}. Use "price set".',
    zh: '该模型按 {unit} 定价。请使用 "price set"。',
  },
  model_id: {
    en: 'expected at most 64 lowercase letters, digits, dots and hyphens, starting with a letter or digit.',
    zh: '应为最多 64 个小写字母、数字、点和连字符，并以字母或数字开头。',
  },
  model_id_taken: {
    en: '"{name}" is already the ID or an alias of a model, or was the ID of a removed one.',
    zh: '"{name}" 现在或曾经是模型的 ID，或是某个模型的别名。',
  },
  model_group_kind: {
    en: 'the group {group} is for {kind} models.',
    zh: '分组 {group} 用于 {kind} 模型。',
  },
  group_missing: { en: 'there is no group "{group}".', zh: '没有分组 "{group}"。' },
  alias_is_model: { en: '"{alias}" is the ID of a model.', zh: '"{alias}" 是模型的 ID。' },
  alias_missing: { en: 'there is no alias "{alias}".', zh: '没有别名 "{alias}"。' },
  alias_taken: {
    en: '"{alias}" is an alias of the model {model}.',
    zh: '"{alias}" 是模型 {model} 的别名。',
  },
  operations_of_kind: {
    en: 'clip cannot be combined with other operations: a video model supports only clip, and so does an image model that animates images.',
    zh: 'clip 必须单独使用：视频模型只支持 clip；用于图片动画的图片模型也只支持 clip。',
  },
  default_unsupported: {
    en: 'the model does not support {operation}: add it to its operations.',
    zh: '模型不支持 {operation}：请将其加入模型的操作。',
  },
  versions_of_image: { en: 'only image models have versions.', zh: '只有图片模型有版本。' },
  clip_parameter: {
    en: 'a video model needs the parameter {name}, with a default.',
    zh: '视频模型需要带默认值的参数 {name}。',
  },
  model_accepts: { en: '{model} accepts {allowed}.', zh: '{model} 接受 {allowed}。' },
  model_offers: { en: '{model} offers {allowed}.', zh: '{model} 提供 {allowed}。' },
  contradicts: { en: '{value} contradicts {other}.', zh: '{value} 与 {other} 矛盾。' },

  // Prices.
  price_version: {
    en: 'expected a version that has not taken effect, as shown by "price list".',
    zh: '应为尚未生效的版本，见 "price list"。',
  },
  price_parameter: {
    en: '{model} has no parameter "{name}"; prices can depend on {allowed}.',
    zh: '{model} 没有参数 "{name}"；价格可取决于 {allowed}。',
  },
  price_unit: {
    en: 'requests to {model} cannot be priced by the {unit}. Allowed units: {allowed}.',
    zh: '对 {model} 的请求不能按 {unit} 计价。允许的单位：{allowed}。',
  },
  price_rest: {
    en: 'at least one rule must have no "when": it is the price of requests that match no other rule.',
    zh: '至少要有一条没有 "when" 的规则：不匹配其他规则的请求按它计价。',
  },
  price_tier: { en: 'at least one tier is required.', zh: '至少需要一个速度档。' },
  price_limit: {
    en: 'a unit price must be at most 1000000, and a tier factor at most 1000.',
    zh: '单价最多为 1000000，速度档系数最多为 1000。',
  },

  // Accounts, users, groups, tokens and money.
  name_like_id: {
    en: 'a name must not look like an ID; choose another one.',
    zh: '名称不得与 ID 相似；请另选名称。',
  },
  email: {
    en: 'expected an email address, such as ann@example.com.',
    zh: '应为电子邮件地址，例如 ann@example.com。',
  },
  account_taken: { en: 'an account named "{name}" already exists.', zh: '名为 "{name}" 的账户已存在。' },
  // The end of the sentence of `insufficient_balance`.
  balance_left: { en: ', but only {available} is available', zh: '，可用 {available}' },
  balance_short: {
    en: 'only {available} {currency} is available.',
    zh: '可用余额只有 {available} {currency}。',
  },
  task_missing: { en: 'there is no such task.', zh: '没有此任务。' },
  refunded: { en: 'the task has already been refunded.', zh: '该任务已退款。' },
  refund_limit: {
    en: 'the task was charged {charged} {currency}; a refund cannot exceed that.',
    zh: '该任务已扣费 {charged} {currency}；退款不能超过此金额。',
  },
  group_name: {
    en: 'expected lowercase letters, digits and hyphens, starting with a letter.',
    zh: '应为小写字母、数字和连字符，并以字母开头。',
  },
  entry_unknown: {
    en: 'there is no entry {entry} in this list. Use the ID of the last entry of the previous page.',
    zh: '此列表中没有记录 {entry}。请使用上一页最后一条记录的 ID。',
  },
  group_taken: { en: 'a group named "{name}" already exists.', zh: '名为 "{name}" 的分组已存在。' },
  group_built_in: { en: 'built-in groups cannot be deleted.', zh: '内置分组不能删除。' },
  group_used: {
    en: 'a group with tokens cannot be deleted, even if they are revoked.',
    zh: '有令牌的分组不能删除，即使令牌已被吊销。',
  },
  group_unknown: {
    en: 'there is no group "{group}". Available: {allowed}.',
    zh: '没有分组 "{group}"。可用：{allowed}。',
  },
  group_models: {
    en: 'there is no {kind} model "{model}". Available: {allowed}.',
    zh: '{model} 不是此服务器的 {kind} 模型；可用：{allowed}。',
  },
  group_empty: {
    en: 'it needs at least one {kind} model (on the command line: --models). Available: {allowed}.',
    zh: '至少需要一个 {kind} 模型（命令行：--models）。可用：{allowed}。',
  },
  groups_count: { en: 'expected 1 to 10 groups.', zh: '应为 1 到 10 个分组。' },
  many_groups: {
    en: 'models belong to one group; to limit them, create a token for one group at a time.',
    zh: '模型属于单个分组；要限制模型，请每次为一个分组创建令牌。',
  },
  token_model: {
    en: '"{model}" is not in the group "{group}". Allowed: {allowed}.',
    zh: '"{model}" 不在分组 "{group}" 中。允许：{allowed}。',
  },
  payment_method: {
    en: 'there is no payment method "{method}". Allowed: {allowed}.',
    zh: '没有支付方式 "{method}"。允许：{allowed}。',
  },
  payment_amount: {
    en: 'it must be from {min} to {max}, with at most two decimal places.',
    zh: '金额须在 {min} 至 {max} 之间，最多两位小数。',
  },
  plan_taken: {
    en: 'there is a plan "{plan}". Choose another name.',
    zh: '套餐“{plan}”已存在，请换一个名称。',
  },
  plan_currency: {
    en: 'the price of the plan must be in {currency}.',
    zh: '套餐价格须以 {currency} 计价。',
  },
  plan_same: {
    en: 'the account has this plan. Choose another one.',
    zh: '该账户已是此套餐，请选择其他套餐。',
  },
  preview_outdated: {
    en: 'it must be a moment of the last 15 minutes. Get a new preview.',
    zh: '须为最近 15 分钟内的时间，请重新预览。',
  },
  plan_price: {
    en: 'it must be a multiple of {unit} {currency}, the smallest amount that can be paid.',
    zh: '须为可支付的最小金额 {unit} {currency} 的整数倍。',
  },
  discount_code: {
    en: 'it must have 3 to 64 letters, digits, hyphens and underscores.',
    zh: '须为 3 至 64 个字母、数字、连字符或下划线。',
  },
  volume_steps: {
    en: 'expected steps such as 100=5,500=10: from this spending in a month on, this percent off. Percent above 0 and at most 100, each amount once, and more percent for a larger amount.',
    zh: '应为阶梯，例如 100=5,500=10：当月消费达到该金额后享受的折扣百分比。百分比须大于 0 且不超过 100，金额不得重复，金额越大折扣越大。',
  },
  discount_percent: {
    en: 'it must be more than 0 and less than 100.',
    zh: '须大于 0 且小于 100。',
  },
  discount_unknown: {
    en: 'there is no such discount code, or it has expired.',
    zh: '没有该优惠码，或已过期。',
  },
  discount_used: {
    en: 'this discount code has no use left for the account. A payment that was started with it and not paid counts for a day.',
    zh: '该优惠码对此账户已无可用次数；已发起但未支付的付款在一天内计入次数。',
  },
  discount_too_high: {
    en: 'the discount is not lower than the price. Choose a larger amount.',
    zh: '优惠金额不低于价格，请选择更大的金额。',
  },
  discount_taken: {
    en: 'there is a discount code {code}. Choose another one.',
    zh: '优惠码 {code} 已存在，请换一个。',
  },
  discount_either: {
    en: 'give either a percentage or an amount.',
    zh: '请填写百分比或金额中的一项。',
  },
  token_group: {
    en: 'the account has no access to a group "{group}". Allowed: {allowed}.',
    zh: '该账户不能使用分组 "{group}"。允许：{allowed}。',
  },
  token_also: {
    en: 'expected a group of the other kind that the account may use, not "{group}". Allowed: {allowed}.',
    zh: '应为该账户可用的另一种类型的分组，而不是 "{group}"。允许：{allowed}。',
  },
  csv_quote: {
    en: 'line {line} has a quotation mark that is not closed, or that is inside an unquoted cell.',
    zh: '第 {line} 行有未闭合的引号，或引号位于未加引号的单元格内。',
  },
  import_account: {
    en: 'the first line must name the columns, among them `account`. Allowed: {allowed}.',
    zh: '首行必须列出列名，其中必须有 `account`。允许：{allowed}。',
  },
  import_column: {
    en: 'the first line names a column "{column}" that is unknown or named twice. Allowed: {allowed}.',
    zh: '首行中的列 "{column}" 未知或重复。允许：{allowed}。',
  },
  import_cells: {
    en: 'expected {expected} cells, not {actual}.',
    zh: '应有 {expected} 个单元格，实际为 {actual} 个。',
  },
  import_key: {
    en: 'expected 24 to 200 visible ASCII characters that cannot be guessed, such as 48 random letters and digits. Create a new token instead.',
    zh: '应为 24 到 200 个可见 ASCII 字符且无法猜测，例如 48 个随机字母和数字。请改为创建新令牌。',
  },
  import_key_twice: { en: 'line {line} has the same key.', zh: '第 {line} 行有相同的密钥。' },
  import_key_taken: {
    en: 'a token of another account or group has this key. A key belongs to one group.',
    zh: '其他账户或分组的令牌已使用此密钥。一个密钥只属于一个分组。',
  },
  import_balance: {
    en: 'line {line} has {balance} for the same account. Give the balance once, or the same balance in every row.',
    zh: '第 {line} 行为同一账户写的是 {balance}。请只写一次余额，或在每一行写相同的余额。',
  },
  import_balance_done: {
    en: '{balance} was imported for this account before. Leave the cell empty, and correct the balance with "kinora ledger adjust".',
    zh: '此账户先前已导入 {balance}。请将此单元格留空，并用 "kinora ledger adjust" 更正余额。',
  },
  last_operator: {
    en: 'the last operator cannot be disabled or given another role.',
    zh: '不能停用最后一个运营者，也不能更改其角色。',
  },
} as const;
