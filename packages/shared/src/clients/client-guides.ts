/**
 * How clients are connected: settings to copy, with the reader's server, key and model. The Console shows
 * them and `npm run docs` writes them into docs/connect-a-client.md, so each is written once. Add a client
 * here, with what shows that it works.
 */
import { snippetIn } from '../snippets/snippet-languages.ts';

/** The values that settings are filled with. */
export interface Connection {
  /** The server's address, without a trailing slash. */
  readonly server: string;
  readonly key: string;
  /** The ID of an image model. */
  readonly model: string;
}

export interface ClientBlock {
  /** The file that it goes into, or what it is. */
  readonly label: string;
  readonly language: 'shell' | 'javascript' | 'python' | 'yaml' | 'text';
  readonly code: string;
}

interface Text {
  readonly en: string;
  readonly zh: string;
}

export interface ClientGuide {
  readonly id: string;
  readonly name: string;
  /** Where the settings go. */
  readonly instructions: Text;
  readonly blocks: (to: Connection) => readonly ClientBlock[];
  /** A model name that the client has built in, so that it needs an alias. */
  readonly alias?: string;
  readonly note?: Text;
  readonly proof: {
    readonly version: string;
    /** Run unchanged, or its requests replayed from its source. */
    readonly method: 'run' | 'replayed';
    /** The day, such as 2026-11-28. */
    readonly day: string;
  };
}

const variable = 'IMAGE_TOKEN';
const prompt = 'a red fox in the snow';
const ranOn = '2026-11-29';
const replayedOn = '2026-11-28';

const inCode = {
  en: 'Set the environment variable, then run the code.',
  zh: '先设置环境变量，再运行代码。',
};

function exportKey({ key }: Connection): ClientBlock {
  return { label: 'shell', language: 'shell', code: `export ${variable}=${key}` };
}

function settings(label: string, lines: Readonly<Record<string, string>>): ClientBlock {
  const code = Object.entries(lines).map(([name, value]) => `${name}=${value}`);
  return { label, language: 'shell', code: code.join('\n') };
}

export const clientGuides: readonly ClientGuide[] = [
  {
    id: 'open-webui',
    name: 'Open WebUI',
    instructions: {
      en: 'Set these environment variables before the first start, or enter the same values in Admin Panel, Settings, Connections (chat) and Images.',
      zh: '在首次启动前设置这些环境变量，或在管理员面板的设置中，将相同的值填入外部连接（对话）与图像。',
    },
    blocks: ({ server, key, model }) => [
      settings('.env', {
        OPENAI_API_BASE_URL: `${server}/v1`,
        OPENAI_API_KEY: key,
        DEFAULT_MODELS: model,
        ENABLE_IMAGE_GENERATION: 'true',
        IMAGE_GENERATION_ENGINE: 'openai',
        IMAGE_GENERATION_MODEL: model,
        IMAGE_SIZE: '1024x1024',
        IMAGES_OPENAI_API_BASE_URL: `${server}/v1`,
        IMAGES_OPENAI_API_KEY: key,
        ENABLE_IMAGE_EDIT: 'true',
        IMAGE_EDIT_ENGINE: 'openai',
        IMAGE_EDIT_MODEL: model,
        IMAGES_EDIT_OPENAI_API_BASE_URL: `${server}/v1`,
        IMAGES_EDIT_OPENAI_API_KEY: key,
      }),
    ],
    note: {
      en: 'Titles, tags and follow-up questions, which it asks for after each turn, cost nothing.',
      zh: '它在每轮对话后请求的标题、标签和后续问题不收费。',
    },
    proof: { version: '0.12.4', method: 'run', day: ranOn },
  },
  {
    id: 'librechat',
    name: 'LibreChat',
    instructions: {
      en: 'The first block is for chat, the second one for the image tool of agents, which asks for gpt-image-1.',
      zh: '第一段用于对话，第二段用于智能体的图片工具，它请求 gpt-image-1。',
    },
    blocks: ({ server, key, model }) => [
      {
        label: 'librechat.yaml',
        language: 'yaml',
        code: [
          'endpoints:',
          '  custom:',
          '    - name: Kinora',
          `      apiKey: ${key}`,
          `      baseURL: ${server}/v1`,
          '      models:',
          `        default: [${model}]`,
          '        fetch: true',
          '      titleConvo: true',
          '      titleModel: current_model',
          '      modelDisplayLabel: Kinora',
        ].join('\n'),
      },
      settings('.env', { IMAGE_GEN_OAI_BASEURL: `${server}/v1`, IMAGE_GEN_OAI_API_KEY: key }),
    ],
    alias: 'gpt-image-1',
    proof: { version: 'commit 00b3bc32', method: 'replayed', day: replayedOn },
  },
  {
    id: 'lobechat',
    name: 'LobeChat',
    instructions: {
      en: 'Set these environment variables, or enter address and key in Settings, AI Service Provider, OpenAI.',
      zh: '设置这些环境变量，或在设置的 AI 服务商中，将地址和密钥填入 OpenAI。',
    },
    blocks: ({ server, key, model }) => [
      settings('.env', {
        OPENAI_PROXY_URL: `${server}/v1`,
        OPENAI_API_KEY: key,
        OPENAI_MODEL_LIST: `-all,+${model}`,
      }),
    ],
    proof: { version: 'commit 3c7f1866', method: 'replayed', day: replayedOn },
  },
  {
    id: 'cherry-studio',
    name: 'Cherry Studio',
    instructions: {
      en: 'In Settings, Model Provider, add a provider of the type New API for paintings and chat, with these values. Then fetch its models.',
      zh: '在设置的模型服务中，添加类型为 New API 的提供商（用于绘画与对话），填入这些值，然后获取模型列表。',
    },
    blocks: ({ server, key }) => [
      { label: 'API Host', language: 'text', code: server },
      { label: 'API Key', language: 'text', code: key },
    ],
    proof: { version: 'commit 6e0dab4c', method: 'replayed', day: replayedOn },
  },
  {
    id: 'nextchat',
    name: 'NextChat',
    instructions: {
      en: 'Set these environment variables. The address has no /v1. Its only image model is dall-e-3; every other model chats.',
      zh: '设置这些环境变量。地址不含 /v1。它唯一的图片模型是 dall-e-3；其他模型用于对话。',
    },
    blocks: ({ server, key, model }) => [
      settings('.env.local', {
        BASE_URL: server,
        OPENAI_API_KEY: key,
        CUSTOM_MODELS: `-all,+${model},+dall-e-3`,
      }),
    ],
    alias: 'dall-e-3',
    proof: { version: 'commit 5af9d072', method: 'replayed', day: replayedOn },
  },
  {
    id: 'openai-javascript',
    name: 'OpenAI SDK, JavaScript',
    instructions: inCode,
    blocks: to => [
      exportKey(to),
      {
        label: 'JavaScript',
        language: 'javascript',
        code: snippetIn('javascript', 'images', {
          server: to.server,
          variable,
          prompt,
          model: to.model,
          count: 1,
        }),
      },
    ],
    note: {
      en: 'In a page, add `dangerouslyAllowBrowser: true`: the server can be called from any origin. Visitors of the page can read the key, so give it a spending limit.',
      zh: '在网页中添加 `dangerouslyAllowBrowser: true`：任何来源都可以调用服务器。页面访客能读到密钥，请为它设置消费上限。',
    },
    proof: { version: '7.55.0', method: 'run', day: ranOn },
  },
  {
    id: 'openai-python',
    name: 'OpenAI SDK, Python',
    instructions: inCode,
    blocks: to => [
      exportKey(to),
      {
        label: 'Python',
        language: 'python',
        code: snippetIn('python', 'images', {
          server: to.server,
          variable,
          prompt,
          model: to.model,
          count: 1,
        }),
      },
    ],
    proof: { version: '3.57.0', method: 'run', day: ranOn },
  },
  {
    id: 'ai-sdk',
    name: 'Vercel AI SDK',
    instructions: inCode,
    blocks: to => [
      exportKey(to),
      {
        label: 'JavaScript',
        language: 'javascript',
        code: [
          "import { createOpenAI } from '@ai-sdk/openai';",
          "import { generateImage } from 'ai';",
          '',
          `const kinora = createOpenAI({ baseURL: '${to.server}/v1', apiKey: process.env.${variable} });`,
          'const { image } = await generateImage({',
          `  model: kinora.image('${to.model}'),`,
          `  prompt: '${prompt}',`,
          "  size: '1024x1024',",
          '});',
          'console.log(image.base64.length);',
        ].join('\n'),
      },
    ],
    proof: { version: '6.0.326', method: 'run', day: ranOn },
  },
  {
    id: 'langchain',
    name: 'LangChain',
    instructions: inCode,
    blocks: to => [
      exportKey(to),
      {
        label: 'Python',
        language: 'python',
        code: [
          'import os',
          'from langchain_community.utilities.dalle_image_generator import DallEAPIWrapper',
          '',
          'images = DallEAPIWrapper(',
          '    model="dall-e-3",',
          `    base_url="${to.server}/v1",`,
          `    api_key=os.environ["${variable}"],`,
          '    size="1024x1024",',
          ')',
          `print(images.run("${prompt}"))`,
        ].join('\n'),
      },
    ],
    alias: 'dall-e-3',
    proof: { version: 'langchain-community 0.4.2', method: 'run', day: ranOn },
  },
  {
    id: 'litellm',
    name: 'LiteLLM',
    instructions: {
      en: 'Add the model to the configuration of the proxy.',
      zh: '将模型添加到代理的配置中。',
    },
    blocks: ({ server, key, model }) => [
      {
        label: 'config.yaml',
        language: 'yaml',
        code: [
          'model_list:',
          `  - model_name: ${model}`,
          '    litellm_params:',
          `      model: openai/${model}`,
          `      api_base: ${server}/v1`,
          `      api_key: ${key}`,
          '    model_info:',
          '      mode: image_generation',
        ].join('\n'),
      },
    ],
    proof: { version: '1.108.7', method: 'run', day: ranOn },
  },
];
