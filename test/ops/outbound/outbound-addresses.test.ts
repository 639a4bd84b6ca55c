/** Addresses that no feed, redirect or webhook may lead to, and allowed ones: single ones, and every form of writing an address. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import ipaddr from 'ipaddr.js';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutbound, isPublicAddress, type Outbound } from '#ops/outbound/outbound.ts';

// prettier-ignore
const notPublic: Readonly<Record<string, readonly string[]>> = {
  'this network (RFC 1122)': ['0.0.0.0', '0.0.0.1', '0.1.2.3', '0.255.255.255'],
  'loopback': ['127.0.0.1', '127.0.0.2', '127.1.2.3', '127.255.255.255'],
  'private (RFC 1918)': ['10.0.0.0', '10.0.0.1', '10.255.255.255', '172.16.0.0', '172.16.0.1', '172.31.255.255', '192.168.0.0', '192.168.1.1', '192.168.255.255'],
  'link-local, and the metadata of most clouds': ['169.254.0.1', '169.254.169.254', '169.254.169.253', '169.254.169.123', '169.254.170.2', '169.254.170.23', '169.254.42.42', '169.254.0.23', '169.254.255.255'],
  'shared by carriers, and the metadata of Alibaba': ['100.64.0.0', '100.64.0.1', '100.100.100.200', '100.127.255.255'],
  'the platform of Azure': ['168.63.129.16'],
  'the service network of IBM': ['161.26.0.1', '161.26.0.10', '161.26.255.255', '166.8.0.1', '166.9.250.1', '166.11.255.255'],
  'the private access of Google': ['199.36.153.4', '199.36.153.7', '199.36.153.8', '199.36.153.11'],
  'the old metadata of Oracle': ['192.0.0.192'],
  'protocol assignments': ['192.0.0.0', '192.0.0.1', '192.0.0.8', '192.0.0.170', '192.0.0.255', '192.31.196.1', '192.52.193.1', '192.88.99.1', '192.175.48.1'],
  'documentation': ['192.0.2.0', '192.0.2.1', '198.51.100.7', '203.0.113.255'],
  'benchmarks': ['198.18.0.0', '198.18.0.1', '198.19.255.255'],
  'multicast and above': ['224.0.0.1', '233.252.0.1', '239.255.255.250', '240.0.0.1', '250.1.2.3', '255.255.255.254', '255.255.255.255'],
  'IPv6: none and loopback': ['::', '::1', '0:0:0:0:0:0:0:1', '::2'],
  'IPv6: IPv4 in it': ['::7f00:1', '::127.0.0.1', '::a00:1', '::8.8.8.8', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '::ffff:8.8.8.8', '::ffff:0:127.0.0.1', '::ffff:168.63.129.16'],
  'IPv6: NAT64': ['64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b::808:808', '64:ff9b:1::1', '64:ff9b:1:ffff:ffff:ffff:a00:1'],
  'IPv6: 6to4, Teredo, ISATAP': ['2002::1', '2002:7f00:1::', '2002:a9fe:a9fe::1', '2002:808:808::1', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2606:4700::5efe:7f00:1', '2606:4700::5efe:a9fe:a9fe', '2606:4700::200:5efe:a00:1'],
  'IPv6: private and link-local': ['fc00::1', 'fd00::1', 'fd12:3456:789a::1', 'fd00:ec2::254', 'fd20:ce::254', 'fd00:42::42', 'fe80::1', 'fe80::a9fe:a9fe', 'fe80::1%eth0', 'fec0::1', 'febf::1'],
  'IPv6: documentation, benchmarks, identifiers': ['2001:db8::1', '2001:db8:ffff::1', '3fff::1', '3fff:fff::1', '2001:2::1', '2001:10::1', '2001:20::1', '2001:30::1', '2001:3::1', '2001:4:112::1', '2620:4f:8000::1', '5f00::1'],
  'IPv6: discarded, unassigned, multicast': ['100::1', '100:0:0:1::1', '200::1', '400::1', '1000::1', '1fff::1', '4000::1', '8000::1', 'e000::1', 'ff02::1', 'ff0e::1', 'ffff::1'],
  'no addresses at all': ['', 'localhost', '1', '127.1', '0x7f.1', '0177.0.0.1', '2130706433', '1.2.3', '1.2.3.4.5', '256.1.1.1', '8.8.8.8 ', ' 8.8.8.8', '8.8.8.8/8', '[2606:4700::1]', '2606:4700::1%lo', ':::'],
};
// prettier-ignore
const isPublic: readonly string[] = [
  '1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '93.184.216.34', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.1', '161.25.255.255', '161.27.0.0',
  '166.7.255.255', '166.12.0.0', '168.63.129.15', '168.63.129.17', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.1', '192.167.255.255', '192.169.0.0',
  '198.17.255.255', '198.20.0.0', '199.36.153.3', '199.36.153.12', '203.0.112.255', '203.0.114.0', '223.255.255.255',
  '2001:200::1', '2001:4860:4860::8888', '2001:db7:ffff::1', '2001:db9::1', '2003::1', '2400:cb00::1', '2606:4700:4700::1111', '2606:4700::5efe:808:808', '2620:fe::fe', '2a00:1450:4001::1', '2c0f:f248::1',
];

const flat = Object.entries(notPublic).flatMap(([kind, addresses]) => addresses.map((address) => [address, kind] as const));

test.each(flat)('%s is not public: %s', (address) => expect(isPublicAddress(address)).toBe(false));
test.each(isPublic)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

/** Ways to write this machine's address. Each leads to it if its origin is allowed. */
// prettier-ignore
const thisMachine: readonly string[] = [
  '127.0.0.1', '127.1', '127.0.1', '127.000.000.001', '2130706433', '0x7f000001', '0x7f.0x0.0x0.0x1', '0X7F.1', '0177.0.0.1', '017700000001', '0x7f.0.0.01', '127.0.0.0x1', '0x7f.1', '0177.1',
  '127.0.0.1.', '127.1.', '0x7f000001.', '017700000001.', '%31%32%37.0.0.1', '127%2e0%2e0%2e1', '%30x7f.1', '１２７.０.０.１', '①②⑦.0.0.1', '𝟏𝟐𝟕.𝟎.𝟎.𝟏', '127。0。0。1', '127．0．0．1', '１２７｡０｡０｡１', '0ｘ7f.1', '²¹³⁰⁷⁰⁶⁴³³',
  'user@127.0.0.1', 'user:password@127.0.0.1', '1.1.1.1@127.0.0.1', '1.1.1.1%40@127.0.0.1', 'example.com:80@127.0.0.1', '127.0.0.2', '127.255.255.254', '127.99', '2130706434', '0', '0.0.0.0', '0x0', '00', '0.0', '0x0.0x0', '0.0.0.0.',
  '[::1]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]', '[::0001]', '[0::1]', '[::0.0.0.1]', '[::]', '[0::0]', '[::0.0.0.0]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:1]', '[::FFFF:7F00:0001]', '[::ffff:127.0.0.2]', '[::ffff:0.0.0.0]', '[::ffff:0:0]', 'user@[::1]', 'localhost', 'LOCALHOST', 'ｌocalhost', 'local%68ost',
];
/** Further ways to write addresses that are not public. */
// prettier-ignore
const elsewhere: readonly string[] = [
  '[::127.0.0.1]', '[::7f00:1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::10.0.0.1]', '[64:ff9b:1::127.0.0.1]', '[2002:7f00:1::]', '[2002:7f00:0001::1]', '[100:0:0:1::1]', '[fe80::1]', '[ff02::1]', '[2001:db8::1]',
  '0xa83f8110', '2822734096', '0250.077.0201.020', '[::ffff:168.63.129.16]', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518', '169.16689662', '[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]', '①⑥⑨.②⑤④.①⑥⑨.②⑤④', '169.254.169.254.',
  '0xa000001', '012.0.0.1', '10.1', '10.0.1', '167772161', '192.168.1', '3232235777', '0xc0a80101', '0300.0250.1.1', '[::ffff:10.0.0.1]', '[::ffff:192.168.0.1]', '255.255.255.255.', '4294967295', '0xffffffff', '224.1', '3758096385',
];
/** Invalid in a URL, so that no request is possible. */
const unwritable = ['[fe80::1%25eth0]', '[::1%lo]', '[127.0.0.1]', '1.2.3.4.5', '127.0.0.256', '0x100000000', '08.0.0.1', '127..0.1', '[::1', '::1'];

describe('no form of an address gets past the check', () => {
  let secret: Server;
  let guarded: Outbound;
  let asked = 0;
  beforeAll(async () => {
    secret = createServer((_request, response) => {
      asked += 1;
      response.end('secret');
    });
    // Listens on every address of this machine.
    await new Promise<void>((resolve) => secret.listen(0, resolve));
    guarded = createOutbound({ allowedOrigins: [], connectTimeoutMs: 500 });
  });
  afterAll(async () => {
    await guarded.close();
    secret.closeAllConnections();
    secret.close();
  });
  const urlOf = (host: string): string => `http://${host}:${(secret.address() as AddressInfo).port}/`;
  const outcomeOf = async (host: string, outbound: Outbound = guarded): Promise<string> =>
    (await outbound.request({ url: urlOf(host), bodyBytesMax: 1_000, timeoutMs: 2_000 })).outcome;
  const outcomesOf = async (hosts: readonly string[]): Promise<string[]> => {
    const found: string[] = [];
    for (const host of hosts) found.push(`${host} ${await outcomeOf(host)}`);
    return found;
  };
  const written = flat.flatMap(([address, kind]) =>
    kind === 'no addresses at all' || address.includes('%') ? [] : [address.includes(':') ? `[${address}]` : address],
  );

  test('every way to write the address of this machine leads to it where that is allowed', async () => {
    const origins = thisMachine.flatMap((host) => (URL.canParse(urlOf(host)) ? [new URL(urlOf(host)).origin] : []));
    const open = createOutbound({ allowedOrigins: origins, connectTimeoutMs: 500 });
    const missed: string[] = [];
    for (const host of thisMachine) if ((await outcomeOf(host, open)) !== 'answered') missed.push(host);
    await open.close();
    expect(missed).toEqual([]);
    expect(asked).toBe(thisMachine.length);
    asked = 0;
  });

  test.each([
    ['ways to write this machine', thisMachine],
    ['ways to write what is not public', elsewhere],
    ['the tables above', written],
    ['what no URL can say', unwritable],
  ])('none of them leads to it where it is not allowed: %s', async (_, hosts) => {
    expect(await outcomesOf(hosts)).toEqual(hosts.map((host) => `${host} forbidden`));
    expect(asked).toBe(0);
  });

  test('no other number for a private address leads to it', async () => {
    const spellings: readonly ((bytes: readonly [number, number, number, number]) => string)[] = [
      ([a, b, c, d]) => `${a}.${b}.${c}.${d}`,
      ([a, b, c, d]) => String(((a << 24) | (b << 16) | (c << 8) | d) >>> 0),
      ([a, b, c, d]) => `0x${(((a << 24) | (b << 16) | (c << 8) | d) >>> 0).toString(16)}`,
      ([a, b, c, d]) => `0${a.toString(8)}.0x${b.toString(16)}.${(c << 8) | d}`,
      ([a, b, c, d]) => `${a}.${(b << 16) | (c << 8) | d}`,
      ([a, b, c, d]) => `[::ffff:${a}.${b}.${c}.${d}]`,
    ];
    const byte = fc.nat(255);
    const privateAddress = fc.oneof(
      fc.tuple(fc.constant(127), byte, byte, byte),
      fc.tuple(fc.constant(10), byte, byte, byte),
      fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
      fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
      fc.constant([168, 63, 129, 16] as [number, number, number, number]),
    );
    await fc.assert(
      fc.asyncProperty(privateAddress, fc.constantFrom(...spellings), async (bytes, spell) => {
        expect(await outcomeOf(spell(bytes))).toBe('forbidden');
      }),
      { numRuns: 100 },
    );
    expect(asked).toBe(0);
  });
});

test('every public address is globally routable unicast', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.ipV4Extended()), (address) => {
      if (isPublicAddress(address)) expect(ipaddr.parse(address).range()).toBe('unicast');
    }),
  );
});
