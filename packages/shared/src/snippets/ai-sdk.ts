/**
 * Requests with the AI SDK and its provider for Kinora. It has no follow-ups of a grid, so only
 * what its functions can ask for.
 */
import { exampleHook, type ImagesSnippet, type SnippetLanguage, type VideosSnippet } from './snippet.ts';

export const aiSdk: SnippetLanguage = {
  label: 'AI SDK',
  highlight: 'javascript',
  writers: { images, videos },
};

interface To {
  readonly server: string;
  readonly variable: string;
}

function provider({ server, variable }: To, option: 'imageToken' | 'videoToken'): string[] {
  return [
    "import { createKinora } from 'kinora-ai-sdk';",
    '',
    `const kinora = createKinora({ baseUrl: '${server}', ${option}: process.env.${variable} });`,
  ];
}

function images({ prompt, model = 'sketch', count, image, ...to }: ImagesSnippet): string {
  const promptValue = image === undefined ? prompt : { text: prompt, images: [image] };
  return [
    "import { generateImage } from 'ai';",
    ...provider(to, 'imageToken'),
    'const { images } = await generateImage({',
    `  model: kinora.image(${JSON.stringify(model)}),`,
    `  prompt: ${JSON.stringify(promptValue)},`,
    `  n: ${count},`,
    '});',
    'console.log(images.map(image => image.mediaType));',
  ].join('\n');
}

/** Fields of a clip that the SDK has options for. The others are options of the provider. */
const options: Readonly<Record<string, string>> = {
  prompt: 'prompt',
  aspect_ratio: 'aspectRatio',
  size: 'resolution',
  seconds: 'duration',
  fps: 'fps',
  seed: 'seed',
  audio: 'generateAudio',
};

function videos({ body, follow, ...to }: VideosSnippet): string {
  const { model = 'sketch-motion', ...fields } = body;
  const entries = Object.entries(fields);
  const modelEntries = entries.filter(([name]) => !(name in options));
  const sdkOptions = entries
    .filter(([name]) => name in options)
    .map(([name, value]) => `  ${options[name]}: ${JSON.stringify(toSdkValue(name, value))},`);
  const [method, result, print] =
    follow === 'webhook'
      ? ['startVideo', 'operation', 'operation.id']
      : ['generateVideo', 'video', 'video.mediaType'];
  return [
    `import { experimental_${method} as ${method} } from 'ai';`,
    ...provider(to, 'videoToken'),
    `const { ${result} } = await ${method}({`,
    `  model: kinora.video(${JSON.stringify(model)}),`,
    ...sdkOptions,
    ...(modelEntries.length > 0
      ? [`  providerOptions: { kinora: ${JSON.stringify(Object.fromEntries(modelEntries))} },`]
      : []),
    ...(follow === 'webhook' ? [`  webhookUrl: '${exampleHook}',`] : []),
    '});',
    `console.log(${print});`,
  ].join('\n');
}

/** The SDK has numbers where the interface also accepts text. */
function toSdkValue(name: string, value: unknown): unknown {
  return name === 'seconds' || name === 'fps' || name === 'seed' ? Number(value) : value;
}
