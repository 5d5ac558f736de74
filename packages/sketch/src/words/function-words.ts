/** Function words, which name nothing. They count neither as drawn nor as missing. */

export const functionWords: ReadonlySet<string> = new Set(
  (
    'i me we us you your someone something can could will would shall should may might must do does did done not also just only please make makes made ' +
    'create generate show shows draw paint render give gives want wants need let like by per via about if because than too here there how what why ' +
    'some more most much other others one ones own same both either s t m re ve ll am were been has had having get gets got see seen set ' +
    '有 被 把 将 们 这 那 我 你 您 请 画 生成 绘制 一张 一幅 一个 张 幅 个 种 想 要 给 让 从 到 向 往 对 以 为 及 而 也 都 就 还 又 并 里 其 之 能 可以 看到 显示'
  ).split(' '),
);

/** Phrases about the picture itself ("a painting of …"): what follows counts. */
export const framingWords: ReadonlySet<string> = new Set(
  (
    'in the style of, style of, style, art, artwork, painting, picture, image, scene, photo of, picture of, painting of, drawing of, kind of, type of, sort of, ' +
    'shot, view, background, foreground, in the background, in the foreground, 背景, 前景, 画面, 风格'
  ).split(', '),
);
