/** Words of praise and request, which name nothing that could be seen. */
export const filler = new Set(
  (
    'very really quite so super ultra hyper extremely insanely incredibly highly absolutely truly beautiful gorgeous stunning amazing awesome epic ' +
    'breathtaking wonderful perfect best top award winning masterpiece detailed intricate elaborate sharp focus crisp resolution uhd hdr 8k 4k 16k hd ' +
    'quality professional trending popular render rendered octane unreal engine ray traced tracing please make create generate show me image picture ' +
    '很 非常 特别 极其 十分 超级 美丽 漂亮 精美 精致 绝美 最好 杰作 大师 作品 细节 丰富 高清 超清 高质量 请 画 生成 一张 图片 的 了 着'
  ).split(' '),
);
