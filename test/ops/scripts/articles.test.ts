/** `npm run admin -- article withdraw`, up to the record that refine writes. */
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { decide } from '#pipeline/refine/decide.ts';
import { runAdmin } from '#ops/scripts/admin.ts';
import { CommandError } from '#ops/scripts/service-config.ts';
import { FeedRevision } from '#schemas/feed-log.ts';
import { RawMessage } from '#schemas/raw.ts';
import { streams } from '#schemas/subjects.ts';
import { rowRecord } from '#test/support/records.ts';
import { insiderTrade, tradeRow } from '#test/support/trades.ts';
import { at, contextOf } from '#test/pipeline/refine/fixtures.ts';
import { sharedGround } from '#test/support/shared-servers.ts';

const ground = await sharedGround();

const article = rowRecord('a wrong article');
const filing = tradeRow(insiderTrade({}));

async function withdraw(uid: string, environment: NodeJS.ProcessEnv = ground.env): Promise<string> {
  let out = '';
  const printed = new Writable({ write: (chunk: Buffer, _, done) => ((out += chunk.toString()), done()) });
  await runAdmin(['article', 'withdraw', uid, 'it names another company'], environment, printed);
  return out;
}

test('an article is withdrawn by a message that refine records as its withdrawal', async () => {
  await ground.append([article, filing]);
  expect(await withdraw(article.uid)).toContain(`article ${article.uid} (${article.item.original.title}) is withdrawn`);
  const { state } = await ground.bus.jsm.streams.info(streams.raw);
  const raw = RawMessage.parse((await ground.bus.jsm.streams.getMessage(streams.raw, { seq: state.last_seq }))!.json());
  const [record] = decide(raw, contextOf({ refinedAt: at(1) }));
  expect(FeedRevision.parse(record)).toMatchObject({
    revises: article.uid,
    item: null,
    withdrawn: 'the operator withdrew it: it names another company',
  });
  await ground.append([FeedRevision.parse(record)]);
  await expect(withdraw(article.uid)).rejects.toThrow(`no article ${article.uid} is served`);
});

test.each([
  ['XYZ', 'a uid has 16 hexadecimal digits'],
  ['0123456789abcdef', 'no article 0123456789abcdef is served'],
  [filing.uid, 'is a filing: it is served until its filer amends it'],
])('%s is refused in words', async (uid, words) => {
  await expect(withdraw(uid)).rejects.toThrow(words);
});

test('a refusal of ClickHouse is one line', async () => {
  const refused = withdraw(article.uid, { ...ground.env, CLICKHOUSE_DATABASE: 'nowhere' });
  await expect(refused).rejects.toThrow(CommandError);
  await expect(refused).rejects.toThrow(/^ClickHouse at \S+ refuses: .*nowhere.*$/);
});

test('an empty word is refused: the shell had no such variable', async () => {
  await expect(runAdmin(['article', 'withdraw', article.uid, ' '], ground.env, new Writable())).rejects.toThrow('one of its words is empty');
  await expect(runAdmin(['key', 'list', ''], ground.env, new Writable())).rejects.toThrow('one of its words is empty');
});
