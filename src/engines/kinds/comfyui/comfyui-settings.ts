/** The settings of ComfyUI servers. */
import { z } from 'zod';

export const comfyuiSettings = z.strictObject({
  previews: z.enum(['latent2rgb', 'taesd', 'auto', 'none']).default('latent2rgb').meta({
    title: 'Previews',
    description:
      'How previews are made while an image is generated: latent2rgb is fast and rough, taesd needs its models on the server, none turns them off.',
    titleZh: '预览',
    descriptionZh:
      '生成过程中预览图的制作方式：latent2rgb 快速但粗略；taesd 需要服务器上有相应模型；none 关闭预览。',
  }),
  folder: z
    .string()
    .regex(/^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$/)
    .default('kinora')
    .meta({
      title: 'Folder',
      description:
        'Folder for uploads and results, inside the input and output folders of the server. ComfyUI keeps these files. Delete old ones there.',
      titleZh: '文件夹',
      descriptionZh:
        '上传文件和结果所在的文件夹，位于服务器的 input 和 output 文件夹内。ComfyUI 会保留这些文件，请自行清理旧文件。',
    }),
});
