/** The data of each event of a response of server-sent events. */
export async function* eventData(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const events = text.split(/\r?\n\r?\n/);
    text = events.pop() ?? '';
    for (const event of events) {
      const lines = event.split(/\r?\n/).filter(line => line.startsWith('data:'));
      const data = lines.map(line => line.slice(5).trimStart()).join('\n');
      if (data !== '') yield data;
    }
  }
}
