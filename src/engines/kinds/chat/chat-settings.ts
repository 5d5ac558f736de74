/** The settings of chat models. */
import { z } from 'zod';

/** How the answer is requested as JSON. */
export const answerFormats = ['json_schema', 'json_object', 'none'] as const;

export const chatSettings = z.strictObject({
  paid: z.boolean().default(false).meta({
    title: 'Paid',
    description: 'Whether each response costs money. If so, Kinora does not retry after a lost connection.',
    titleZh: '付费',
    descriptionZh: '每次回答是否产生费用。若是，Kinora 不会因连接中断而重复提问。',
  }),
  answerFormat: z.enum(answerFormats).default('json_schema').meta({
    title: 'Answer format',
    description:
      'How JSON is requested: by its schema, as any object, or in the prompt only. If the server rejects the format with status 400, the request is repeated without it.',
    titleZh: '回答格式',
    descriptionZh:
      '请求 JSON 的方式：按模式、任意对象，或仅在问题文字中说明。若服务器以状态码 400 拒绝，将不带该字段再问一次。',
  }),
  thinking: z.enum(['off_template', 'off_effort', 'default']).default('off_template').meta({
    title: 'Thinking',
    description:
      'How thinking is turned off: by the chat template (llama.cpp, vLLM, SGLang), by the reasoning effort (Ollama, hosted models), or not at all.',
    titleZh: '思考',
    descriptionZh:
      '关闭思考的方式：通过对话模板（llama.cpp、vLLM、SGLang），通过 reasoning effort（Ollama、托管模型），或不关闭。',
  }),
  temperature: z.number().min(0).max(2).default(0.8).meta({
    title: 'Temperature',
    description: 'The higher, the more the four descriptions differ.',
    titleZh: '温度',
    descriptionZh: '越高，四段描述的差异越大。',
  }),
  maxTokens: z.int().min(256).max(65_536).default(4096).meta({
    title: 'Longest answer',
    description:
      'Maximum tokens of a response, including reasoning. It must fit into the context of the model.',
    titleZh: '最长回答',
    descriptionZh: '一次回答最多的词元数，含思考部分。必须容得下模型的上下文。',
  }),
  pictureEdge: z.int().min(224).max(1024).default(1024).meta({
    title: 'Image size',
    description: 'Images are shrunk to this edge, in pixels. Smaller ones take less of the context.',
    titleZh: '图片尺寸',
    descriptionZh: '图片缩小到此边长（像素）。较小的图片占用较少上下文。',
  }),
  timeoutSeconds: z.int().min(1).max(3600).default(180).meta({
    title: 'Timeout',
    description: 'Seconds until an answer must be complete.',
    titleZh: '超时',
    descriptionZh: '回答必须在多少秒内完成。',
  }),
});

export type ChatSettings = z.infer<typeof chatSettings>;
