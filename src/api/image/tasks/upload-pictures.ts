/** POST /mj/submit/upload-discord-images: stores pictures and returns addresses for prompts. */
import type { Call } from '../../http/route.ts';
import type { SubmitDependencies } from '../../http/tasks/submit.ts';
import type { UploadBody } from '../wire/bodies.ts';
import { successText } from '../wire/submit-response.ts';

export function uploadPictures({ pictures }: SubmitDependencies) {
  return async ({ body, token, baseUrl, language }: Call<UploadBody>) => {
    const newPictures = await Promise.all(
      body.base64Array.map((source, index) =>
        pictures.ingest(source, { param: `base64Array.${index}`, token }),
      ),
    );
    for (const picture of newPictures) await picture.store();
    const result = newPictures.map(({ name }) => `${baseUrl}/media/${name}`);
    return { code: 1, description: successText[language], result, properties: {} };
  };
}
