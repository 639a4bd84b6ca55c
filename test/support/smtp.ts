/** A real SMTP server on loopback that stores the mails it receives. */
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { until } from './until.ts';

export interface ReceivedMail {
  /** The sender of the envelope. */
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  /** The headers by lower-case name; of a repeated header the first value counts. */
  readonly headers: ReadonlyMap<string, string>;
  readonly headerNames: readonly string[];
  /** The decoded text. */
  readonly text: string;
}

export interface MailServer {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Resolves with the newest mail to an address when there are more than `after`. */
  readonly mailTo: (address: string, after?: number) => Promise<ReceivedMail>;
  readonly countTo: (address: string) => number;
  /** Refuses the next `times` mails with this code. */
  readonly refuse: (code: number, times: number) => void;
  readonly refused: () => number;
  readonly stop: () => Promise<void>;
}

/** With `login: 'refused'` the server demands a login and refuses each with 535. */
export async function startMailServer({ login = 'none' }: { readonly login?: 'none' | 'refused' } = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let refusal = { code: 0, times: 0 };
  let refusedCount = 0;
  const server = new SMTPServer({
    authOptional: login === 'none',
    allowInsecureAuth: true,
    disabledCommands: login === 'none' ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    onAuth: (_login, _session, done) => done(Object.assign(new Error('expired'), { responseCode: 535 })),
    disableReverseLookup: true,
    onData: (stream, session, done) => {
      const take = async (): Promise<void> => {
        const raw = await readAll(stream);
        if (refusal.times > 0) {
          refusal.times -= 1;
          refusedCount += 1;
          return done(Object.assign(new Error('not now'), { responseCode: refusal.code }));
        }
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({ from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map(({ address }) => address), raw, ...parse(raw) });
        done();
      };
      void take();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailsTo = (address: string): ReceivedMail[] => mails.filter(({ to }) => to.includes(address));
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    mailTo: (address, after = 0) =>
      until(`a mail to ${address}`, () => {
        const found = mailsTo(address);
        return found.length > after ? found.at(-1)! : null;
      }),
    refuse: (code, times) => {
      refusal = { code, times };
    },
    refused: () => refusedCount,
    countTo: (address) => mailsTo(address).length,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function parse(raw: string): Pick<ReceivedMail, 'headers' | 'headerNames' | 'text'> {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const pairs = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const);
  const headers = new Map(pairs.toReversed());
  const body = raw.slice(end + 4);
  const text = headers.get('content-transfer-encoding') === 'quoted-printable' ? fromQuotedPrintable(body) : body;
  return { headers, headerNames: pairs.map(([name]) => name), text };
}

const fromQuotedPrintable = (body: string): string => {
  const joined = body.replaceAll('=\r\n', '');
  return Buffer.from(
    joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
};
