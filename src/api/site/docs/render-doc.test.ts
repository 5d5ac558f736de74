import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderDoc } from './render-doc.ts';

const titles = new Map([
  ['accounts', 'Accounts & tokens'],
  ['engines/chat', 'Chat models'],
  ['images/grid.webp', ''],
]);
const render = async (markdown: string, name = 'engines/comfyui') =>
  (await renderDoc({ name, markdown }, { titles, path: '' })).html;

test('links to documents become URLs, and links to source files become text', async () => {
  const html = await render(
    '[a](../accounts.md#the-ledger) [b](chat.md) [c](../../src/start/app.ts) [d](#here)',
  );
  assert.equal(
    html.trim(),
    '<p><a href="/docs/accounts#the-ledger">a</a> <a href="/docs/engines/chat">b</a> c <a href="#here">d</a></p>',
  );
});

test('a link labeled with a file name is labeled with the title of the document', async () => {
  assert.match(
    await render('[accounts.md](../accounts.md)'),
    /<a href="\/docs\/accounts">Accounts &#38; tokens</,
  );
});

test('images come from the folder of the documents', async () => {
  assert.match(
    await render('![A grid](images/grid.webp)', 'a'),
    /<img src="\/docs\/images\/grid.webp" alt="A grid"/,
  );
});

test('headings have the anchors that documents link to, even if repeated', async () => {
  const rendered = await renderDoc(
    { name: 'a', markdown: '# T\n## `--a` & b\n## Same\n## Same\n### Deep' },
    { titles, path: '' },
  );
  assert.deepEqual(
    rendered.sections.map(({ id }) => id),
    ['--a--b', 'same', 'same-1'],
  );
  assert.match(rendered.html, /<h3 id="deep">Deep<a class="anchor" href="#deep"/);
});

test('HTML in a document is escaped, and comments are removed', async () => {
  const html = await render(
    '<!-- table -->\n\n<script>alert(1)</script>\n\nan <b>x</b> `<i>`\n\n[x](javascript:alert(1)) ![y](javascript:z)\n\n```"><b\n</pre>\n```',
  );
  assert.ok(!/<script|<b>|<i>|<!--|javascript:/.test(html), html);
  assert.match(html, /&#60;script&#62;/);
  assert.match(html, /<code data-language="&#34;&#62;&#60;b">&#60;\/pre&#62;<\/code>/);
});
