import { expect, test } from 'vitest';
import { lines, quarterHead, read, release, table } from '#test/support/release.ts';

const statement =
  lines(
    'Example Corp Reports First Quarter 2020 Results',
    'Net sales were $245.4 million.',
    'Statements of Operations',
    '(in thousands, except per share data)',
  ) +
  table(
    ...quarterHead,
    ['Net sales', '245,365', '202,548'],
    ['Cost of sales', '1', '1'],
    ['Income taxes', '1', '1'],
    ['Net income', '10,643', '8,851'],
    ['Diluted earnings per share', '0.41', '0.34'],
  );
const segments = (energy: string, said = ''): string =>
  release(
    statement,
    said,
    lines('Segment Reporting', '(in thousands)'),
    table(...quarterHead, ['Net sales:'], ['Metal Coatings', '122,796', '101,251'], ['Energy', energy, '101,297'], ['', '245,365', '202,548']),
  );

test('segments are told where they add up to the revenue', () => {
  const outcome = read(segments('122,569'));
  expect(outcome.kind === 'published' && outcome.analysis.segments).toMatchObject([
    { name: 'Metal Coatings', revenue: '122,796', yoy_change: '+21.3%', driver: '' },
    { name: 'Energy', revenue: '122,569', yoy_change: '+21.0%' },
  ]);
});

test('segments that do not add up are not', () => {
  const outcome = read(segments('122,568'));
  expect(outcome.kind === 'published' && outcome.analysis.segments).toEqual([]);
});

const driverOfEnergy = (said: string): string | null | undefined => {
  const outcome = read(segments('122,569', lines(said)));
  return outcome.kind === 'published' ? outcome.analysis.segments.find(({ name }) => name === 'Energy')?.driver : undefined;
};

test.each([
  ['Energy sales increased 21%, driven by new orders for switchgear.', true],
  ['Consulting revenues showed a decrease of 2%, due primarily to lower energy projects.', false],
  ['Bioenergy sales increased 4%, driven by new plants in the region.', false],
  ['Results of Energy were driven by new orders for switchgear.', true],
])('the driver of a segment names it and does not contradict its figures: %s', (said, isTold) =>
  expect(driverOfEnergy(said)).toBe(isTold ? said : ''),
);
