/**
 * Paths of well-known interfaces that this server does not have, and what it offers instead. The 404 for such
 * a path contains this text.
 */
import { AppError } from '@kinora/shared/errors/errors';

interface AbsentRoute {
  readonly paths: RegExp;
  readonly en: string;
  readonly zh: string;
}

const absent: readonly AbsentRoute[] = [
  {
    paths: /^\/v1\/(videos?\/(generations?|create|tasks?)(\/.*)?|video)$/,
    en: 'Generate clips with POST /v1/videos (see /docs/video-interface).',
    zh: '请用 POST /v1/videos 生成视频（见 /docs/video-interface）。',
  },
  {
    paths: /^\/v1\/videos\/characters(\/.*)?$/,
    en: 'This server has no characters. Send images of the character as reference_images with POST /v1/videos, to a model that accepts them (see GET /v1/models).',
    zh: '本服务器不支持角色。请在 POST /v1/videos 中以 reference_images 发送角色图片，并选用支持它的模型（见 GET /v1/models）。',
  },
  {
    paths: /^\/v1\/(completions|responses|messages|embeddings|moderations|audio\/.*|realtime)$|^\/v1beta\//,
    en: 'This server generates images (POST /v1/images/generations or /mj/submit/imagine) and clips (POST /v1/videos), but no text, speech or embeddings.',
    zh: '本服务器生成图片（POST /v1/images/generations 或 /mj/submit/imagine）和视频（POST /v1/videos），不生成文本、语音或向量。',
  },
  {
    paths: /^\/(\w+\/v1\/(txt2img|img2img)|prompt|object_info|suno\/.*|luma\/.*|runwayml\/.*)$/,
    en: 'Generate images with POST /mj/submit/imagine and clips with POST /v1/videos (see /docs).',
    zh: '请用 POST /mj/submit/imagine 生成图片，用 POST /v1/videos 生成视频（见 /docs）。',
  },
  {
    paths: /^\/(health|healthz|healthcheck|ping|status|ready|live)$/,
    en: 'Check the server with GET /livez and GET /readyz.',
    zh: '请用 GET /livez 和 GET /readyz 检查服务器。',
  },
  {
    paths: /^\/metrics$/,
    en: 'Metrics are at the address of KINORA_MONITORING_ADDRESS.',
    zh: '指标位于 KINORA_MONITORING_ADDRESS 的地址。',
  },
  {
    paths: /^\/(swagger|redoc|api-docs|swagger-ui|v1\/openapi)(\.json|\/.*)?$/,
    en: 'The OpenAPI document is at /openapi.json, and the documentation at /docs.',
    zh: 'OpenAPI 文档位于 /openapi.json，使用文档位于 /docs。',
  },
  {
    paths: /^\/(login|signin|sign-in|admin|dashboard|ui|app)$/,
    en: 'The Console is at /console.',
    zh: '控制台位于 /console。',
  },
];

/** The error for a path that no route has. */
export function unknownRoute(method: string, path: string): AppError {
  const remedyTexts = absentRoute(path);
  const remedy = remedyTexts && { remedy: remedyTexts.en, remedyZh: remedyTexts.zh };
  return new AppError('route_unknown', { method, path, ...remedy });
}

/** Finds the entry for a path of another well-known interface. */
export function absentRoute(path: string): AbsentRoute | undefined {
  const plain = path.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '');
  return absent.find(({ paths }) => paths.test(plain));
}
