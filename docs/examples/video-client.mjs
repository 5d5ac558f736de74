// A client of the video interface in one file, without a dependency. For Node 20 or later, Deno, Bun and browsers.
// Copy it into your project. It needs only the address of the server and the key of a video token.

export class VideoError extends Error {
  constructor(message, { status, code, param }) {
    super(message);
    Object.assign(this, { name: 'VideoError', status, code, param });
  }
}

export function videoClient({ url, token }) {
  const send = async (method, path, { body, headers } = {}) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body && !isForm ? JSON.stringify(body) : body,
    });
    if (response.ok) return response;
    const { error = {} } = await response.json().catch(() => ({}));
    throw new VideoError(error.message ?? response.statusText, { status: response.status, ...error });
  };
  const read = async (...request) => (await send(...request)).json();

  // Polls until the clip has ended. Throws VideoError if it failed.
  const finished = async id => {
    for (;;) {
      const response = await send('GET', `/videos/${id}`);
      const video = await response.json();
      if (video.status === 'completed') return video;
      if (video.status === 'failed')
        throw new VideoError(video.error.message, { status: 200, ...video.error });
      const pauseMs = Number(response.headers.get('openai-poll-after-ms') ?? 1000);
      await new Promise(resolve => setTimeout(resolve, pauseMs));
    }
  };

  return {
    models: () => read('GET', '/models'),
    // What a request would cost. Creates nothing.
    quote: body => read('POST', '/videos/quote', { body }),
    // Fields as JSON, or a FormData with files. With the same key, a repeated request returns the same clip.
    create: (body, key = crypto.randomUUID()) =>
      read('POST', '/videos', { body, headers: { 'idempotency-key': key } }),
    retrieve: id => read('GET', `/videos/${id}`),
    list: ({ limit = 20, after = '' } = {}) => read('GET', `/videos?limit=${limit}&after=${after}`),
    finished,
    // The file, as a Response: `await (await client.content(id)).arrayBuffer()`.
    content: (id, variant = 'video') => send('GET', `/videos/${id}/content?variant=${variant}`),
    remix: (id, prompt) => read('POST', `/videos/${id}/remix`, { body: { prompt } }),
    extend: (id, seconds, prompt) =>
      read('POST', '/videos/extensions', { body: { video: { id }, seconds, ...(prompt && { prompt }) } }),
    cancel: id => read('POST', `/videos/${id}/cancel`),
    remove: id => read('DELETE', `/videos/${id}`),
  };
}
