/**
 * The texts of what is said about prompts, in English and Chinese. A page that only
 * reads prompts does not load them.
 */

export const promptTexts = {
  // What was found.
  written: { en: '{text}', zh: '{text}' },
  nothing: { en: '(nothing)', zh: '（空）' },
  total: { en: '{sum} in total', zh: '总和 {sum}' },

  // What a value may be.
  exactly: { en: '{allowed}', zh: '{allowed}' },
  no_value: { en: 'no value', zh: '不带值' },
  whole_number: { en: 'a whole number from {least} to {most}', zh: '{least} 到 {most} 的整数' },
  number: { en: 'a number from {least} to {most}', zh: '{least} 到 {most} 的数' },
  ratio: {
    en: 'W:H in whole numbers from {narrowest} to {widest} with {version}, for example 3:2',
    zh: '在 {version} 中为 {narrowest} 到 {widest} 的整数比 W:H，例如 3:2',
  },
  niji_versions: { en: '{allowed}, or nothing for 7', zh: '{allowed}，或不写（即 7）' },
  withdrawn_version: {
    en: '{allowed}; 8.0 was withdrawn, use 8.1 or 8.2',
    zh: '{allowed}；8.0 已撤回，请使用 8.1 或 8.2',
  },
  terms: { en: 'things to exclude, comma-separated', zh: '要排除的内容，以逗号分隔' },
  style_references: {
    en: 'image URLs (https://…), numbers from 0 to 4294967295 or random, up to {most}; a weight is a number above 0: https://…::2',
    zh: '图片 URL（https://…）、0 到 4294967295 的数字或 random，最多 {most} 个；权重为大于 0 的数：https://…::2',
  },
  image_urls: {
    en: 'image URLs (https://…), up to {most}; a weight is a number above 0: https://…::2',
    zh: '图片 URL（https://…），最多 {most} 个；权重为大于 0 的数：https://…::2',
  },
  one_image_url: {
    en: 'one image URL (https://…); set its weight with `--ow`',
    zh: '一个图片 URL（https://…）；用 `--ow` 设置其权重',
  },
  model: { en: 'the ID or an alias of a model', zh: '模型的 ID 或别名' },
  profiles: {
    en: 'nothing, or up to 10 codes of letters and digits, for example 77724z8',
    zh: '不写，或最多 10 个由字母和数字组成的代码，例如 77724z8',
  },
  nothing_or_one: { en: 'nothing, or 1', zh: '不写，或 1' },
  last_frame: { en: 'one image URL (https://…), or loop', zh: '一个图片 URL（https://…），或 loop' },
  weights: {
    en: 'numbers from -{most} to {most}, with at most four decimal places',
    zh: '-{most} 到 {most} 的数，最多四位小数',
  },
  whole_weights: {
    en: 'whole numbers from -{most} to {most} with {version}',
    zh: '在 {version} 中为 -{most} 到 {most} 的整数',
  },
  positive_sum: { en: 'weights that add up to more than 0', zh: '总和大于 0 的权重' },
  no_space: { en: 'no space after the dashes: `--{name}`', zh: '连字符后不加空格：`--{name}`' },
  space_before_value: {
    en: 'a space before the value: `--{name} {value}`',
    zh: '值前加空格：`--{name} {value}`',
  },
  nearest_parameter: { en: '{allowed}; nearest: --{nearest}', zh: '{allowed}；最接近的是 --{nearest}' },

  // What contradicts a parameter.
  no_images: { en: 'a prompt without images', zh: '没有图片的提示词' },
  without_parameter: { en: 'a prompt without {parameter}', zh: '没有 {parameter} 的提示词' },
  new_image: { en: 'a new image', zh: '新图片' },
  style_four: {
    en: '--style 4a or 4b, whose shapes are 1:1, 2:3 and 3:2',
    zh: '--style 4a 或 4b（其形状为 1:1、2:3 和 3:2）',
  },
  images_alone: { en: 'images without text', zh: '没有文字的图片' },
  several_images: {
    en: 'more than one image: specify the last frame with --end',
    zh: '多张图片（请用 --end 指定尾帧）',
  },
  edit: { en: 'an image edit', zh: '图片编辑' },

  // What to do.
  remove_one: { en: 'Remove one of them.', zh: '请移除其中之一。' },
  use_version: { en: 'Supported versions: {versions}.', zh: '支持的版本：{versions}。' },
  add: { en: 'Add `{parameter}`.', zh: '请添加 `{parameter}`。' },
  put_image_first: { en: 'Put an image URL before the text.', zh: '请在文字之前放一个图片 URL。' },
  press_custom_zoom: {
    en: 'Press Custom Zoom under an upscaled image and use it there.',
    zh: '请在放大后的图片下点按 Custom Zoom，并在那里使用。',
  },
  clip_keeps_shape: {
    en: 'A clip has the aspect ratio of its image. Remove the parameter.',
    zh: '视频的宽高比与其图片相同。请移除该参数。',
  },
  result_keeps_shape: {
    en: 'The result has the aspect ratio of its image. Remove the parameter.',
    zh: '结果的宽高比与其图片相同。请移除该参数。',
  },
  edit_keeps_image: {
    en: 'The edit starts from the existing image. Remove the parameter.',
    zh: '编辑以现有图片为起点。请移除该参数。',
  },

  // Why a prompt is rejected.
  data_url: {
    en: 'An image before the text must be a Base64 data URL of type png, jpeg, webp or gif: `data:image/png;base64,…`.',
    zh: '文字之前的图片须为 png、jpeg、webp 或 gif 类型的 Base64 data URL：`data:image/png;base64,…`。',
  },
  image_weight: {
    en: 'An image before the text takes no weight of its own. Remove the `::`, and use `--iw` for all images.',
    zh: '文字之前的图片不能有单独的权重。请移除 `::`，并用 `--iw` 设置所有图片的权重。',
  },
  incomplete_address: { en: '`{address}` is not a complete address.', zh: '`{address}` 不是完整的地址。' },
  prompt_long: {
    en: 'The prompt has {count} characters. Allowed: at most {most}.',
    zh: '提示词有 {count} 个字符。最多允许 {most} 个。',
  },
  too_many_images: {
    en: 'The prompt starts with {count} images. Allowed: at most {most}.',
    zh: '提示词以 {count} 张图片开头。最多允许 {most} 张。',
  },
  stray_address: {
    en: 'An image URL appears within the text. Put it before the text, or after `--sref`, `--cref` or `--oref`. To draw it as lettering, quote it.',
    zh: '文字中出现了图片 URL。请把它放在文字之前，或放在 `--sref`、`--cref`、`--oref` 之后。若要作为文字绘制，请加引号。',
  },
  weight_without_text: {
    en: '`::` must follow text. Write the text, `::` and its weight: `fog::2`.',
    zh: '`::` 须在文字之后。请依次写文字、`::` 和权重：`fog::2`。',
  },
  one_dash: {
    en: '`-{name}` looks like a parameter. For the parameter, write two dashes: `--{name}`. For words, leave out the dash.',
    zh: '`-{name}` 看起来像参数。若是参数，请写两个连字符：`--{name}`；若是文字，请去掉连字符。',
  },
  retired_shape: {
    en: '`--{name}` is retired: use `--ar`, for example `--ar 3:2`.',
    zh: '`--{name}` 已停用：请使用 `--ar`，例如 `--ar 3:2`。',
  },
  retired_height: {
    en: '`--{name}` is retired: use `--ar`, for example `--ar 3:2`; and `--w` is `--weird`.',
    zh: '`--{name}` 已停用：请使用 `--ar`，例如 `--ar 3:2`；`--w` 是 `--weird`。',
  },
  retired_version: {
    en: '`--{name}` is retired: choose a version with `--version`.',
    zh: '`--{name}` 已停用：请用 `--version` 选择版本。',
  },
  retired_creative: {
    en: '`--{name}` is retired: use `--stylize` or `--chaos`.',
    zh: '`--{name}` 已停用：请使用 `--stylize` 或 `--chaos`。',
  },
  retired_quality: {
    en: '`--{name}` is retired: use `--quality`.',
    zh: '`--{name}` 已停用：请使用 `--quality`。',
  },
  retired_seed: {
    en: '`--{name}` is retired: use `--seed`.',
    zh: '`--{name}` 已停用：请使用 `--seed`。',
  },
  retired_upscale: {
    en: '`--{name}` is retired: remove it, and press an upscale button under the image.',
    zh: '`--{name}` 已停用：请移除它，并点按图片下的放大按钮。',
  },
  retired: { en: '`--{name}` is retired: remove it.', zh: '`--{name}` 已停用：请移除它。' },
  retired_public: {
    en: '`--{name}` is retired: remove it; nothing is published here.',
    zh: '`--{name}` 已停用：请移除它；此处不会公开任何内容。',
  },
  braces_many: {
    en: 'The braces expand to {count} prompts. Allowed: at most {most}.',
    zh: '花括号展开为 {count} 个提示词。最多允许 {most} 个。',
  },
  braces_millions: {
    en: 'The braces expand to more than a million prompts. Allowed: at most {most}.',
    zh: '花括号展开为一百万个以上的提示词。最多允许 {most} 个。',
  },
  braces_deep: { en: 'Braces are nested too deeply here.', zh: '此处花括号嵌套过深。' },
  brace_not_opened: {
    en: 'This closing brace has no opening brace. For a literal brace, write `\\}`.',
    zh: '此右花括号没有对应的左花括号。若是字面花括号，请写 `\\}`。',
  },
  brace_not_closed: {
    en: 'This brace is not closed. Add `}`, or write `\\{` for a literal brace.',
    zh: '此花括号没有闭合。请添加 `}`；若是字面花括号，请写 `\\{`。',
  },
  braces_without_choice: {
    en: 'These braces contain no alternatives. For one task for each alternative, write `{a, b}` with a comma; for literal braces, write `\\{` and `\\}`.',
    zh: '这些花括号中没有备选项。若要为每个备选项创建一个任务，请写带逗号的 `{a, b}`；若是字面花括号，请写 `\\{` 和 `\\}`。',
  },
  broken_json: {
    en: 'This looks like JSON, but it is not valid JSON. Correct it, and the whole object is one prompt; for literal braces, write `\\{` and `\\}`.',
    zh: '这看起来像 JSON，但不是有效的 JSON。改正后，整个对象即为一个提示词；若是字面花括号，请写 `\\{` 和 `\\}`。',
  },
} as const;
