/** Example bodies, where the required fields alone would not be instructive. */

const prompt = 'a red fox beside a lighthouse at sunset --ar 3:2';
const clip = { model: 'sketch-motion', prompt: 'sailboats on a lake at dawn', seconds: 4 };
const taskId = '<task id>';
const picture = 'https://example.com/picture.png';

export const exampleBodies: Readonly<Record<string, object>> = {
  post_mj_submit_imagine: { prompt },
  post_mj_submit_action: { taskId, customId: '<custom id of one of its buttons>' },
  post_mj_submit_change: { taskId, action: 'UPSCALE', index: 1 },
  post_mj_submit_simple_change: { content: '<task id> U1' },
  post_mj_submit_modal: { taskId, prompt },
  post_mj_submit_shorten: { prompt: 'a very red fox that sits quietly beside an old lighthouse' },
  post_mj_submit_show: { jobId: '<job id>' },
  post_mj_submit_blend: { base64Array: [picture, picture] },
  post_mj_submit_describe: { base64: picture },
  post_mj_submit_edits: { image: picture, prompt: 'at night' },
  post_mj_submit_retexture: { image: picture, prompt: 'made of paper' },
  post_mj_submit_video: { image: picture, prompt: 'clouds pass' },
  post_mj_task_list_by_condition: { ids: [taskId] },
  post_v1_videos: clip,
  post_v1_videos_quote: clip,
};
