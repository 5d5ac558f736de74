/**
 * Why a file is not usable: one that a client sent (`picture_invalid`), one that an engine returned
 * (`engine_media_invalid`), and one that is read on the way. A part of the one table of reasons (reason.ts).
 */
export const mediaReasons = {
  // Images of clients: what is wrong, and what is allowed.
  upload_empty: { en: 'The image is empty.', zh: '图片为空。' },
  upload_data_url: {
    en: 'The data URL is not Base64. Allowed: data:image/png;base64,…',
    zh: 'data URL 不是 Base64。允许：data:image/png;base64,…',
  },
  upload_not_base64: {
    en: 'The value is not Base64. Allowed: a data URL, or Base64 without a prefix.',
    zh: '该值不是 Base64。允许：data URL，或不带前缀的 Base64。',
  },
  upload_kind: {
    en: 'This is {kind}. Allowed: PNG, JPEG, WebP, GIF.',
    zh: '这是{kind}。允许：PNG、JPEG、WebP、GIF。',
  },
  upload_kind_unknown: {
    en: 'This is not a supported image format. Allowed: PNG, JPEG, WebP, GIF.',
    zh: '不支持此图片格式。允许：PNG、JPEG、WebP、GIF。',
  },
  upload_bytes: {
    en: 'The image is too large. Allowed: at most {megabytes} MB.',
    zh: '图片过大，最大 {megabytes} MB。',
  },
  upload_small: {
    en: 'The image has {width}x{height} pixels. Allowed: at least {limit} per side.',
    zh: '图片为 {width}x{height} 像素，每边至少 {limit} 像素。',
  },
  upload_large: {
    en: 'The image has {width}x{height} pixels. Allowed: at most {limit} per side.',
    zh: '图片为 {width}x{height} 像素，每边最多 {limit} 像素。',
  },
  upload_pixels: {
    en: 'The image has too many pixels. Allowed: at most {limit} per side.',
    zh: '图片像素过多，每边最多 {limit} 像素。',
  },
  upload_costly: {
    en: 'The image takes too much time or memory to decode. Allowed: at most {scans} scans, at most {parts} parts of the file and at most {megabytes} MB; save it as a smaller image, as a JPEG that is not progressive or as a PNG that is not interlaced.',
    zh: '解码图片所需的时间或内存过多。最多 {scans} 次扫描、{parts} 个文件分块和 {megabytes} MB 内存；请另存为更小的图片、非渐进式 JPEG 或非隔行 PNG。',
  },
  upload_damaged: {
    en: 'The image is damaged or incomplete. Send the whole file again.',
    zh: '图片已损坏或不完整。请重新发送完整的文件。',
  },

  // Results that are not what was asked for.
  pixels_instead: { en: '{size} pixels instead of {wanted}', zh: '尺寸为 {size} 像素，应为 {wanted}' },
  pictures_instead: { en: '{made} instead of {wanted}', zh: '有 {made} 张图片，应为 {wanted} 张' },
  clips_instead: { en: '{made} instead of {wanted}', zh: '有 {made} 段视频，应为 {wanted} 段' },
  frames_instead: { en: '{made} instead of {wanted}', zh: '有 {made} 帧，应为 {wanted} 帧' },
  frame_size: { en: 'a frame of {size} instead of {wanted}', zh: '有一帧的尺寸为 {size}，应为 {wanted}' },
  length_instead: {
    en: 'a clip of {length} ms instead of {wanted} ms',
    zh: '视频时长为 {length} 毫秒，应为 {wanted} 毫秒',
  },
  sound_missing: { en: 'a clip without the sound that was asked for', zh: '视频没有所要求的声音' },
  media_none: { en: 'no media', zh: '没有任何文件' },
  image_blank: { en: 'the image is blank', zh: '图片为空白' },
  image_blank_of: { en: 'image {number} of {count} is blank', zh: '{count} 张图片中的第 {number} 张为空白' },
  clip_black: { en: 'the clip is black', zh: '视频全黑' },
  grid_unusable: { en: 'its grid: {cause}', zh: '其四宫格图：{cause}' },

  // Pictures.
  picture_kind: {
    en: 'This is not a PNG, JPEG, WebP, AVIF or GIF file.',
    zh: '这不是 PNG、JPEG、WebP、AVIF 或 GIF 文件。',
  },
  picture_damaged: { en: 'The picture cannot be decoded.', zh: '图片无法解码。' },
  animation_damaged: { en: 'The animation cannot be decoded.', zh: '动图无法解码。' },
  animation_pixels: { en: 'The animation has {size} pixels.', zh: '动图为 {size} 像素。' },
  picture_pixels: { en: 'The picture has more than {limit} pixels.', zh: '图片超过 {limit} 像素。' },
  picture_scans: {
    en: 'The picture has more than {limit} scans.',
    zh: '图片的扫描数超过 {limit} 次。',
  },
  picture_parts: { en: 'The picture has {limit} parts or more.', zh: '图片有 {limit} 个以上的分块。' },
  picture_decoding: {
    en: 'Decoding the picture takes {bytes} bytes of memory.',
    zh: '解码图片需要 {bytes} 字节内存。',
  },
  picture_work: {
    en: 'Work on the picture takes {bytes} bytes of memory.',
    zh: '处理图片需要 {bytes} 字节内存。',
  },
  sheet_small: { en: 'The picture is too small to be a sheet of four.', zh: '图片太小，不可能是四宫格。' },
  sheet_cells: {
    en: 'A sheet has 4 cells or 16, not {count}.',
    zh: '四宫格有 4 或 16 格，而不是 {count} 格。',
  },
  sheet_cell: {
    en: 'Cell {number} is {size}, not {wanted}.',
    zh: '第 {number} 格为 {size}，而不是 {wanted}。',
  },
  size_over: { en: '{size} are more than {limit} pixels.', zh: '{size} 超过 {limit} 像素。' },
  size_other: { en: '{size} does not fit {wanted}.', zh: '{size} 与 {wanted} 不符。' },
  mask_bytes: {
    en: 'The mask has {bytes} bytes instead of {wanted}.',
    zh: '蒙版有 {bytes} 字节，应为 {wanted}。',
  },
  pixel_bytes: { en: '{size} pixels cannot be {bytes} bytes.', zh: '{size} 像素不可能是 {bytes} 字节。' },
  frame_empty: { en: 'Nothing of the picture is inside of the frame.', zh: '图片完全位于画框之外。' },

  // Clips.
  clip_unreadable: { en: 'This is not a readable clip.', zh: '这不是可读取的视频。' },
  clip_unread: { en: 'The clip cannot be read.', zh: '无法读取该视频。' },
  clip_costly: {
    en: 'The clip takes too much time or memory to read.',
    zh: '读取该视频所需的时间或内存过多。',
  },
  clip_not_mp4: { en: 'This is not a readable MP4 clip.', zh: '这不是可读取的 MP4 视频。' },
  clip_still: { en: 'This is a still picture, not a clip.', zh: '这是静态图片，不是视频。' },
  clip_codec: { en: 'No decoder reads its codec or profile.', zh: '没有解码器支持其编码或配置。' },
  clip_cut_off: { en: 'The clip is cut off.', zh: '视频不完整。' },
  clip_without_video: { en: 'The clip has no video.', zh: '文件中没有视频画面。' },
  clip_without_length: { en: 'The clip has no length.', zh: '视频时长为零。' },
  clip_without_frames: { en: 'The clip has no readable frames.', zh: '视频中没有可读取的帧。' },
  clip_without_sound: { en: 'The clip has no sound.', zh: '视频没有声音。' },
  clip_with_sound: { en: 'The clip has a sound already.', zh: '视频已有声音。' },
  clip_tracks: { en: 'The clip has tracks that cannot be copied.', zh: '视频中有无法复制的轨道。' },
  clip_codec_unknown: { en: 'The clip has a track of an unknown codec.', zh: '视频中有编码未知的轨道。' },
  clip_config: { en: 'The clip has no decoder configuration.', zh: '视频没有解码器配置。' },
  clip_sounds: {
    en: 'The sounds of the clips are of different kinds.',
    zh: '两段视频的声音种类不同。',
  },
  clip_frames: {
    en: 'The clip has {count} frames. Allowed: {limit}.',
    zh: '视频有 {count} 帧，上限为 {limit} 帧。',
  },
  animation_frames: {
    en: 'The animation has {count} frames. Allowed: {limit}.',
    zh: '动图有 {count} 帧，上限为 {limit} 帧。',
  },
  clip_pixels: {
    en: 'A clip of {size} pixels is too large. Allowed: {limit} pixels.',
    zh: '视频尺寸 {size} 过大，上限为 {limit} 像素。',
  },
  clip_frames_read: {
    en: 'Only {count} of {expected} frames can be read.',
    zh: '{expected} 帧中只有 {count} 帧可以读取。',
  },
  clip_frames_decoded: {
    en: 'Only {count} of {expected} frames can be decoded.',
    zh: '{expected} 帧中只有 {count} 帧可以解码。',
  },
  clip_size_changes: {
    en: 'The size of the clip changes from {from} to {to}.',
    zh: '视频尺寸从 {from} 变为 {to}。',
  },
  clip_size_claimed: {
    en: 'The clip says that it has {claimed} pixels, and has {size}.',
    zh: '视频声明为 {claimed} 像素，实际为 {size}。',
  },
  clip_frame_damaged: { en: 'A frame is damaged.', zh: '有一帧已损坏。' },
  clip_frame_state: { en: 'A frame is damaged (state {state}).', zh: '有一帧已损坏（状态 {state}）。' },
  clip_frame_bits: { en: 'A frame has {bits} bits instead of 8.', zh: '有一帧为 {bits} 位，应为 8 位。' },
  decoder_start: { en: 'The {codec} decoder did not start.', zh: '{codec} 解码器未能启动。' },
  decoder_memory: { en: 'The {codec} decoder has no memory left.', zh: '{codec} 解码器内存不足。' },

  // Clips that are written here.
  clip_unfinished: { en: 'The clip was not finished.', zh: '视频未能写完。' },
  clip_without_parts: { en: 'The clip has no parts.', zh: '视频没有任何部分。' },
  clip_needs_frame: { en: 'A clip needs at least one frame.', zh: '视频至少需要一帧。' },
  clip_frame_bytes: {
    en: 'A frame of {size} has {wanted} bytes, not {bytes}.',
    zh: '{size} 的一帧有 {wanted} 字节，而不是 {bytes} 字节。',
  },
  clip_edge: {
    en: 'The {edge} of a clip must be an even number from 16 to 4096, not {pixels}.',
    zh: '视频的 {edge} 应为 16 到 4096 的偶数，而不是 {pixels}。',
  },
  clip_rate: {
    en: 'A clip has 1 to 120 frames per second, not {rate}.',
    zh: '视频每秒 1 到 120 帧，而不是 {rate} 帧。',
  },
  encoder_config: {
    en: 'The encoder wrote no decoder configuration.',
    zh: '编码器没有写出解码器配置。',
  },
} as const;
