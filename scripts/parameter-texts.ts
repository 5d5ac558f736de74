/**
 * The table of prompt parameters in Chinese, for docs/zh/prompts.md: each English text of
 * the table with its translation.
 */

const texts: Readonly<Record<string, string>> = {
  // Values and defaults.
  nothing: '无',
  none: '无',
  off: '关闭',
  on: '开启',
  random: '随机',
  low: 'low',
  'low, high': 'low、high',
  raw: 'raw',
  'W:H in whole numbers, at most 14:1 (version 8: 4:1; versions 1 to 3: 5:2; version 4, niji 4: 2:1)':
    '整数 W:H，最大 14:1（版本 8：4:1；版本 1 到 3：5:2；版本 4、niji 4：2:1）',
  "the server's, usually 7": '服务器的版本，通常为 7',
  '4, 5, 6, 7, or nothing for 7': '4、5、6、7；不填为 7',
  'raw; version 4: 4a, 4b, 4c; niji 5: cute, expressive, original, scenic':
    'raw；版本 4：4a、4b、4c；niji 5：cute、expressive、original、scenic',
  '0 to 1000; version 3: 625 to 60000': '0 到 1000；版本 3：625 到 60000',
  '100; version 3: 2500': '100；版本 3：2500',
  'comma-separated words': '以逗号分隔的词语',
  '1; also 2 (versions 1 to 3, 6, 7), 0.5 (1 to 6), 0.25 (1 to 5), 4 (7; there 3 counts as 4). Niji as the version of its number':
    '1；还有 2（版本 1 到 3、6、7）、0.5（1 到 6）、0.25（1 到 5）、4（7；此时 3 视为 4）。Niji 与同号版本相同',
  '0 to 3; version 5, niji 5: 0.5 to 2; niji 7: 0 to 2': '0 到 3；版本 5、niji 5：0.5 到 2；niji 7：0 到 2',
  '1; versions 1 to 3: 0.25': '1；版本 1 到 3：0.25',
  'up to 10 image URLs, numbers or `random`; append `::2` to set a weight':
    '最多 10 个图片 URL、数字或 `random`；附加 `::2` 设置权重',
  '1 to 4; version 7, niji 7: 1 to 6': '1 到 4；版本 7、niji 7：1 到 6',
  'the highest': '最高的',
  'up to 10 image URLs; append `::2` to set a weight': '最多 10 个图片 URL；附加 `::2` 设置权重',
  'one image URL': '一个图片 URL',
  'up to 10 codes of letters and digits, or nothing': '最多 10 个由字母和数字组成的代码，或不填',
  'the ID or an alias of an image model': '图片模型的 ID 或别名',
  'the model of the version': '该版本的模型',
  'up to 4 image URLs; append `::2` to set a weight': '最多 4 个图片 URL；附加 `::2` 设置权重',
  'nothing, or 1': '无，或 1',
  'one image URL, or loop': '一个图片 URL，或 loop',
  "the token's": '令牌的速度档',
  // Effects.
  'Aspect ratio of the image.': '图片的宽高比。',
  'Model version. The last of `--version` and `--niji` is used.':
    '模型版本。以 `--version` 和 `--niji` 中最后一个为准。',
  'Anime model version, instead of `--version`.': '动漫模型版本，代替 `--version`。',
  'Variant of the version; `raw` is less embellished.': '版本的变体；`raw` 修饰较少。',
  'The same as `--style raw`.': '同 `--style raw`。',
  'Strength of the default style.': '默认风格的强度。',
  'Variety among the four candidates.': '四张候选图之间的差异。',
  'How unusual the image may be.': '图片可以有多不寻常。',
  'More detail and contrast.': '更多细节和对比。',
  'What to exclude from the image. Can be repeated.': '从图片中排除的内容。可以重复。',
  'The same prompt with the same seed produces the same image, in every tier.':
    '相同的提示词加相同的种子在每个速度档都得到相同的图片。',
  'Effort spent on the grid.': '四宫格的计算量。',
  'Stop after this percentage of the work, for softer, less finished images.':
    '完成此百分比后停止，得到更柔和、完成度较低的图片。',
  'Seamless edges, for repeating patterns.': '边缘无缝，用于重复图案。',
  'A quick grid at half the width and height.': '宽高各减半的快速四宫格。',
  'The same as `--draft`.': '同 `--draft`。',
  'Candidates at twice the width and height.': '宽高各加倍的候选图。',
  'Candidates at the standard size.': '标准尺寸的候选图。',
  'Weight of the image prompts relative to the text.': '参考图相对于文字的权重。',
  'Use the style and colors of images, or of a numbered style.': '使用图片或编号风格的风格和色彩。',
  'Strength of `--sref`.': '`--sref` 的强度。',
  'Version of the style reference algorithm for `--sref`.': '`--sref` 的风格参考算法版本。',
  'Include the main character of these images.': '加入这些图片的主要人物。',
  'Weight of `--cref`.': '`--cref` 的权重。',
  'Include the main object of this image. Not with `--quality 4`, `--draft` or a zoom.':
    '加入该图片的主要物体。不能与 `--quality 4`、`--draft` 或缩放同用。',
  'Weight of `--oref`.': '`--oref` 的权重。',
  'Apply a named look. Without a code: the look of the account at Midjourney, on models that Midjourney runs; others have none.':
    '应用具名的外观。不带代码时：在由 Midjourney 运行的模型上使用 Midjourney 账户的外观；其他模型没有。',
  'Generate with this model.': '用该模型生成。',
  'Edit these images as the text says.': '按文字编辑这些图片。',
  'Generate clips instead of images. An image before the text is the first frame.':
    '生成视频而非图片。文字前的图片是首帧。',
  'Amount of motion in the clip.': '视频中的运动幅度。',
  'Loop: the clip ends as it begins.': '循环：视频的结尾与开头相同。',
  'The last frame of the clip. `--end loop` is `--loop`.': '视频的末帧。`--end loop` 即 `--loop`。',
  'Number of candidate clips.': '候选视频的数量。',
  'Only in the Custom Zoom dialog: zoom factor; with `--ar`, also a new aspect ratio.':
    '仅用于 Custom Zoom 对话框：缩放倍数；与 `--ar` 一起还可指定新的宽高比。',
  'Create this many tasks from the prompt.': '由提示词创建这么多任务。',
  'Relax tier: cheaper, lower priority.': 'relax 档：更便宜，优先级较低。',
  'Fast tier: standard price and priority.': 'fast 档：标准价格和优先级。',
  'Turbo tier: more expensive, higher priority.': 'turbo 档：更贵，优先级更高。',
  'No effect: images are never published.': '不起作用：图片从不公开。',
};

/** Throws if a text of the table has no translation. */
export function chineseText(english: string): string {
  const translation = texts[english] ?? rangesIn(english);
  if (translation === undefined) throw new Error(`scripts/parameter-texts.ts lacks "${english}"`);
  return translation;
}

/** Numbers, versions and their ranges, such as `5 to 8.2, niji 5 to 7`. */
function rangesIn(english: string): string | undefined {
  if (english === 'all') return '全部';
  if (!/^(?:(?:niji )?[\d.:]+(?: to [\d.]+)?(?:, )?)+$/.test(english)) return undefined;
  return english.replaceAll(' to ', ' 到 ').replaceAll(', ', '、');
}
