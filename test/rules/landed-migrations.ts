/** A released migration is never edited: databases that already ran it would differ from new ones. */
import { hash } from 'node:crypto';
import type { Rule } from './rule.ts';

/** Append one line for each new migration. The failing test prints it. */
const landedHashes: Readonly<Record<string, string>> = {
  '0001-first-light.sql': '56054d28327ba08ce0a48b06c484cf417456f770a483762d6da282c711dfa55d',
  '0002-image-interface.sql': '38db49167049eb39c30e5e569fad0cc748b0b2268269d5e7393d8f9c422afaae',
  '0003-hooks.sql': '524870cac4d2588a58c79055b080020cf9b51832a1f3c789dac7eae129711141',
  '0004-video-interface.sql': 'e92698639d0b302c972d6ce64718973fd9e7301bd56ad78ab746face898ad295',
  '0005-changes.sql': 'cdc5005380334660b32b2f652b2f7b86f3efe34fa9a71d1a58836a26ce4519db',
  '0006-accounts.sql': '06f9ffc6e89217622a5d666b00ccc66c9dcb9af0def51b4442b5dc580f05f4e9',
  '0007-console-tasks.sql': '19180dab2023e5718b2c5abab00c4cec1651a8b53874412effa1e989b6e35d3e',
  '0008-operate.sql': '2437006065157109fe53816441612a3a751910c9ff97a9b4f071209e31e507d3',
  '0009-set-up-links.sql': '802ebdac9d0ed2a308d6a8d650ba207c6e4f6d8fd103610b5c5b9ed6d1225145',
  '0010-lost-attempts.sql': 'c5dfbda0294070556a31fa49902b0322852b062073ba920d0b1a5c6e0b155de5',
  '0011-lists-by-time.sql': 'a90a79d815b3ae5560f7cd4ac363f95df2050bd194674b65fc908d75d353754c',
  '0012-whose-tasks.sql': 'e625ec7dbf10b38971a23a1738577b06fbb8a12027bc7b4e138e8b3e92703feb',
  '0013-ordered-at.sql': 'cf398bed8d201e76348be990bffbc1e9fd5eb141105dd93006d01defcd928db3',
  '0014-clock-watch.sql': 'a78de94419077d8212bf170408c0e3273ae0cdf71b8e3c7e63ef43b6a4c6dc4f',
  '0015-starred-files.sql': '98bdc6a8a5c8ce08ce131293b4d0b4d32eaf07f4f48495952b16c35ed82a75aa',
  '0016-modal-tokens.sql': '94b5bab63a8af7bd57bcf56d1355f2100dc7486a220b9266d5e1c732f9f6d2ea',
  '0017-task-prompts.sql': '4dee4faf67973c2d1cf8d4aa865ba956f8884c213afbd6a48ff9efd05b0a10b0',
  '0018-change-feed.sql': '60c63e11f0e827ac39d446c700686615bb9a8296c6a6187c00b8be2a4e4179d0',
  '0019-narrow-queue.sql': 'aa2625f5c491569fe2b2dc1d30f311f79518ecb8099df428967cecf550b9db26',
  '0020-ledger-times.sql': '89c7fb1f34639189aedd17f299a4fc0b84998864f2cb9de9b0082e3d30d062e8',
  '0021-queue-heads.sql': 'd21e3d3b875a628bf9d393ecf0c5780e71fcf6d9734a04df7da8cbd16aca065b',
  '0022-engines-models-routes.sql': '2adcb6b2092799a17e27783a1fe22b2997584809f3640390282e328ce41d0602',
  '0023-versions-and-samples.sql': '9d763806efe8d07e92b59a22fc2d6de6ee5d66b30e14aa4aaf79f2c78d7f6d38',
  '0024-workflows.sql': '4606eb4a028da4182dc1b3fe2820b2aef835a877b046a83cdf02fb243cfdd802',
  '0025-task-traces.sql': '6a377c953c10a17160ba4524084a00597d03cf98988a042dadecff1e5a095361',
  '0026-clip-facts.sql': '315a0db4bc4b187589cf37960ff5e71bce82e062449e2ed2cf913b8ad2ab7ca6',
  '0027-checks-on-submit.sql': '234843f8923ee3aa3a0fdb5280d8fd5a51ba59d0b3c79f78efd109dfadfbcda0',
  '0028-runs-under-lock.sql': '26f45c6fd8bf8936b71c856e3e0553fe29a79888b0f8140856ea5826909c552a',
  '0029-default-hooks.sql': '53860d6043c2e7ad5128be0e6dcc1ff2ffa382719147d2e41b27a44d7bd8898c',
  '0030-room-for-balances.sql': '224af1f495b1148449caf8ddcef283740549874185c97442fd9b7fd80ef9704c',
  '0031-trials-of-models.sql': 'ba319908848d8453eaa72cfd09c1b9e48392f698b8ce56d64d1a860af0962c5f',
  '0032-changes-of-balances.sql': '8bd8945e745f5fafa6ef7835763bf9f42607e211d70916c2cc5c7dc5be49e503',
  '0033-newest-version-first.sql': 'adb7d1d6e577558f056262e9ea544963ff7d077098b21856be54593c698e136c',
  '0034-failed-probes.sql': '972fc9d73b73e76ec33da4e8a5cdb99da54627cd79c9c55655764b191051dff5',
  '0035-codes-of-failures.sql': '8f3a06caf610d7143951ee242069d1c2b201e5559090c80ae845d76e6b0ec61a',
  '0036-changes-under-lock.sql': '996c5913ba4b4c9653d4b9fec932d767eca8f55a30eee89bd317d472cf3190dd',
  '0037-model-covers.sql': '67198e9ac7cfefa903c0af0b7291b61f6aa52b8e8618060d5b7424ba59994837',
  '0038-webhook-secret-rotation.sql': '523fbe47fd038ff8a6924604699cebcb141b8de99d464dab6199fe18cbc81c68',
  '0039-engine-alerts.sql': 'f770020353ff82a7bbeb688f4766675f5e93e1200b3a7ae44f11f7ea44008540',
  '0040-fetched-results.sql': '156f2801fcdadea80bcdeae0112b135333e8a3c5e79c4f99dede270e67581182',
  '0041-awaited-requests.sql': '125d67aaa42c3f4169220aa8b06a3f035b3bc1eb658d8e1738c3d80522278d85',
  '0042-reasons-in-two-languages.sql': '105f918668cc7b74d005260b6b5336866f61ae5454a96eafe914196fc3b647d0',
  '0043-group-aliases.sql': '72c245526918d5d50f84d0d8130aad71ac7455682790d57eb4c079be5541e119',
  '0044-local-models.sql': '9c2e4be03611959c13922b9e643c910b4d526978c8b4e9fe07e40aba78b1f213',
  '0045-marks-of-loops.sql': '0daedc4ede61dd7fd495da5b4692e544d06d41676d0931c174a7689d70c2a206',
  '0046-end-users.sql': '68e07dc8cee4f5049a08e0a1a2eab3705aa64fd9c1082609aada73be30f06730',
  '0047-file-sweeps.sql': '3e18ea60d29ce3dcd2e7a7eb9e02988784b038035e57459d8c9d1bc7559c450e',
  '0048-agents.sql': 'fdea4d428c24af9411ee04249485cf7a9c0fbf32784445b00b43b811c9bc5973',
  '0049-oauth.sql': '9d4690f4aad63cc53f552df1e1f7431d09199ec377ee99d653030512e7a45fab',
  '0050-starts-by.sql': 'a1a820896984fe84efbe593f42d53188f23bcd7086fff52cce349a242f5d00c5',
  '0051-oauth-audience.sql': 'dc3ba4f11d0a290fc345d1124e871efc7551369cc118447a1b04e542e9aa006d',
  '0052-time-zone-of-days.sql': '7adb0da605bd0416b1cb684e0d9d0f832c25007c3630f40ac514c6191b69495a',
  '0053-keyed-requests.sql': '99f8ef60bc88c6ed6cb1ec4b2d22b40e8a9b8901517d3f547edfabf8d830198a',
  '0054-terms-of-accounts.sql': '9b94f0e2667dee0c9f8835a393f80b6569741406bf960d16771510f45ce7f506',
  '0055-payments.sql': 'a268363a296ae138ea5b5b032ac866e39bc2168435a3b7b309ec68a905742d13',
  '0056-mail-and-sign-up.sql': '2393122074593e150ce8a1357c2245fd11d39ce1a37388c7e25bf482b2352ab0',
  '0057-receipts.sql': '0a99d0e931e80fdd9de21a907d0191e10efa80cb158558a7e5f53dd0536a8f24',
  '0058-payment-faults.sql': 'c1cb3ec44ce0469ec9913a3e3c3f6c6cd3a5733ca95f7080b4d9d32c23d754b1',
  '0059-discounts-and-referrals.sql': 'b21880603e811e1a6acb5aa346e663d632a380372f6973bb6dee36e7f6e61552',
  '0060-site.sql': '3076d51198fd5bb67117af433ac39f5ad56991cd4ecb4343ea547edefe621909',
  '0061-nodes.sql': 'bd0f8ea7081c2a0fbfaefc3cacc49ae12571b0d212c238f687c1dcba76661522',
  '0062-plans.sql': '5d8312d3da518f62d856392e28e8d50ade0a4bb5579e4cfb8038a4cdf4b7e1c0',
  '0063-node-builds.sql': '924e7716a794e0d110cc713739e70f6f3b3df873547270fec8e116915be45cd4',
  '0064-look-of-the-site.sql': '04e109ecf475ca421cb9eeb39284be62ccd8712dd8d215daf0af419a22f4a6d4',
  '0065-budgets-of-members.sql': 'a8ec28c3158c601d10ce92c14346bf6902b519a80fd3b1271e400df5fd12a109',
  '0066-words-of-accounts.sql': 'fcd4aa4f927c6746ecd48c59dd66a220f3630cc8951fbde0aa8a50bfc10f3c63',
  '0067-volume-discounts.sql': 'ff62730884dca61d499516f628542dcbb664b20368e7c5125a7e68b3f9d5aec4',
  '0068-statements-by-mail.sql': 'b098e38970a0822a23a9edfc04a95d4f8ba4acdc43e0be1d419c94f19c5fed4c',
  '0069-many-accounts.sql': '1f638d113c9870b51824ce8f96967dbe294a2880c90b566bb513f807abeea8db',
  '0070-tokens-of-two-groups.sql': 'd537a39beab5a742de0c03f304615f25a7d6ca431556a9621a24c12e81f43a35',
  '0071-accounts-with-a-discount.sql': '42fdcee20114f1792ac255042c058fd25aab3ccf5a9ef51ce2a2b4e2727046f1',
  '0072-withdrawn-credit.sql': '12abda58fd77f2616f926c5642b48be5033acf96024665bfc40404b3967f9090',
  '0073-tokens-by-prefix.sql': '62e4f0e718c905d4cbbffae26e5d5d14f487585f5280b5c3d2de3780d66b255f',
  '0074-volume-progress.sql': '621bb4887ed6330b195c0cbe399ca592ec1f9daa6d846bbbdd63b6a02ca2c4e7',
  '0075-plans-on-receipts.sql': '262103b8b8c56bf70f00e675152677bf074cc08505af07a986d97b985230048c',
};

export const landedMigrations: Rule = {
  title: 'migrations are numbered without a gap, listed here, and never edited afterwards',
  breaches: files => {
    const migrations = files
      .filter(({ path }) => /^migrations\/\d[^/]*\.sql$/.test(path))
      .map(({ path, text }) => ({ name: path.replace('migrations/', ''), sha256: hash('sha256', text) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    return migrations.flatMap(({ name, sha256 }, index) => {
      if (!name.startsWith(`${String(index + 1).padStart(4, '0')}-`))
        return [`migrations/${name}: its number should be ${index + 1}`];
      if (!landedHashes[name])
        return [`migrations/${name}: add to test/rules/landed-migrations.ts: '${name}': '${sha256}',`];
      return landedHashes[name] === sha256
        ? []
        : [`migrations/${name}: was edited; write a new migration instead`];
    });
  },
  counterexamples: {
    'migrations/0001-first-light.sql': 'create table edited ();',
    'migrations/0001-not-listed.sql': 'create table fresh ();',
    'migrations/0002-first-missing.sql': 'create table second ();',
  },
};
