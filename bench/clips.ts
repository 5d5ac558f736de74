/**
 * Clips of every built-in video model over HTTP: what a second of clip takes, in time and in processor time.
 */
import { draw, type DrawnTask } from './draw.ts';
import { freshFolder, serve } from './served.ts';
import { atMost, type Row } from './table.ts';
import type { Topic } from './topic.ts';

const seconds = 4;
const sizes = ['480p', '720p'];
const prompt = 'sailboats on a lake at dawn, the camera pans to the right';

export const clips: Topic = {
  name: 'clips',
  run: async parts => {
    const server = await serve(parts, await freshFolder(parts));
    const grid = await draw(server, { path: '/mj/submit/imagine', json: { prompt: 'a red fox by the sea' } });
    const [first = '', second = ''] = grid.record.imageUrls?.map(({ url }) => url) ?? [];
    const models = {
      'sketch-short': {},
      'sketch-motion': {},
      'sketch-motion with sound': { audio: true },
      'sketch-motion of a picture': { input_reference: first },
      'sketch-frames': { first_frame: first, last_frame: second },
      'sketch-cast': { reference_images: [first, second] },
    };
    const film = (name: string, fields: object) =>
      draw(server, {
        path: '/v1/videos',
        json: { model: name.split(' ')[0], prompt, seconds, aspect_ratio: '16:9', ...fields },
      });
    // The first of a process also compiles.
    await film('sketch-motion', { resolution: '480p' });
    const rows: Row[] = [];
    for (const [name, fields] of Object.entries(models))
      for (const resolution of sizes)
        rows.push(clipRow(`${name}, ${resolution}`, await film(name, { ...fields, resolution })));
    return rows;
  },
};

function clipRow(label: string, task: DrawnTask): Row {
  return atMost(`a second of clip: ${label}`, {
    value: task.seconds / seconds,
    unit: 's',
    places: 2,
    note: `${(task.cpuSeconds / seconds).toFixed(2)} s of processor time; ${seconds} s in ${task.seconds.toFixed(1)} s`,
  });
}
