import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineUrlFault } from './engine-url.ts';

test('an engine has an http or https URL without credentials, query and fragment', () => {
  for (const [url, fault] of [
    ['http://10.0.0.5:8188', undefined],
    ['https://gpu.example/api/', undefined],
    ['10.0.0.5:8188', 'url_form'],
    ['ftp://gpu.example', 'url_form'],
    ['', 'url_form'],
    ['http://user:secret@gpu.example', 'url_credentials'],
    ['http://gpu.example?key=1', 'url_query'],
    ['http://gpu.example/#a', 'url_query'],
  ] as const)
    assert.equal(engineUrlFault(url), fault, url);
});
