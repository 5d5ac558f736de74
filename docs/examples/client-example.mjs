/** The example that runs unchanged in Node 20 and 24, Bun, Deno and a page: `run` gets the client and its server. */
export async function run({ Kinora }, options) {
  const kinora = new Kinora(options);
  const grid = await kinora.images.imagine('a lighthouse at dawn --ar 16:9 --v 7').wait();
  const picture = await grid.select(2).wait();
  const wide = await picture.pan('left').wait();
  const { size } = await wide.blob();
  const edited = await kinora.images
    .generate({ prompt: 'snow', images: [await picture.blob()], n: 1 })
    .wait();
  const clip = await kinora.videos.create({ prompt: 'a lake', seconds: 2, resolution: '480p' }).wait();
  const longer = await clip.extend({ seconds: 2 }).wait();
  const refused = await kinora.images.imagine('a fox', { model: 'nothing' }).id.catch(error => error.code);
  const { currency } = await kinora.balance();
  const seconds = longer.record.metadata.duration;
  return [grid.images.length, size > 0, edited.images.length, seconds, refused, currency].join(' ');
}
