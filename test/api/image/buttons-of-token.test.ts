/**
 * The buttons of a record are those that its token may press: they follow the models
 * of the token and of its group.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { until } from '../../support/servers/app.ts';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import { imageClient, type ImageClient, type ImageRecord } from '../../support/clients/image-client.ts';
import {
  photographFile,
  price,
  startPrimitivesApp,
  type PrimitivesApp,
} from '../../support/setups/primitives-app.ts';

let kinora: PrimitivesApp['kinora'];
let operator: ConsoleClient;

before(async () => {
  ({ kinora } = await startPrimitivesApp('generate'));
  operator = await signedIn(kinora, 'operator');
  await operator.done('engine add', {
    engine: 'able',
    kind: 'pixels',
    settings: { knows: 'imageToImage,inpaint' },
  });
  await operator.done('model add', {
    model: 'able',
    kind: 'image',
    operations: 'variation,edit,outpaint',
    price,
  });
  await operator.done('route add', { model: 'able', engine: 'able' });
  await operator.done('group create', { group: 'plain', kind: 'image', models: 'photo' });
  await operator.done('group create', { group: 'mixed', kind: 'image', models: 'photo,able' });
});

async function createToken(fields: object): Promise<ImageClient & { readonly id: string }> {
  const { id, key } = await operator.done('token create', { ...fields });
  return { id, ...imageClient({ ...kinora, imageKey: key }) };
}

const grid = (client: ImageClient) => client.make('imagine', { prompt: 'green hills --draft --ar 3:2' });
const hasVariations = ({ buttons }: ImageRecord) => buttons.some(({ label }) => label === 'V1');

test('a token with a list of models is offered what these models can do', async () => {
  const client = await createToken({ group: 'image', models: 'photo' });
  const record = await grid(client);
  assert.equal(hasVariations(record), false);
  const customId = `MJ::JOB::variation::1::${record.properties['messageHash']}`;
  const { body } = await client.submit('action', { taskId: record.id, customId });
  assert.notEqual(body.code, 1);
});

test('a group with a list of models is offered what these models can do, whatever group their cards name', async () => {
  const record = await grid(await createToken({ group: 'mixed' }));
  assert.equal(hasVariations(record), true);
  const client = await createToken({ group: 'plain' });
  assert.equal(hasVariations(await grid(client)), false);
});

test('a change of a token or a group changes the buttons of its finished tasks', async () => {
  const client = await createToken({ group: 'mixed' });
  const { id } = await grid(client);
  assert.equal(hasVariations(await client.fetch(id)), true);
  await operator.done('token change', { token: client.id, models: 'photo' });
  await until(
    () => client.fetch(id),
    record => !hasVariations(record),
  );
  await operator.done('token change', { token: client.id, models: null });
  await until(() => client.fetch(id), hasVariations);
  await operator.done('group change', { group: 'mixed', models: 'photo' });
  await until(
    () => client.fetch(id),
    record => !hasVariations(record),
  );
});

test('a model without versions edits images if no model of the token has versions', async () => {
  await operator.done('group create', { group: 'able', kind: 'image', models: 'able' });
  const client = await createToken({ group: 'able' });
  const image = `data:image/png;base64,${(await photographFile({ width: 192, height: 128 })).toString('base64')}`;
  const { status, failReason } = await client.make('edits', { prompt: 'greener hills', image });
  assert.equal(status, 'SUCCESS', failReason ?? '');
});
