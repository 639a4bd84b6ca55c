/** Headlines with one company's short name, whose description says that another company is meant. */
import { expect, test } from 'vitest';
import { createDirectory } from '#pipeline/refine/tickers/names/directory.ts';
import { entry, tickersAgainst } from '../../fixtures.ts';

const directory = createDirectory([
  entry('VRTX', 'VERTEX PHARMACEUTICALS INC / MA', { rank: 100, cik: '0000000001' }),
  entry('VERX', 'Vertex, Inc.', { rank: 900, cik: '0000000002' }),
  entry('DAL', 'DELTA AIR LINES, INC.', { rank: 150, cik: '0000000003' }),
  entry('TSLA', 'Tesla, Inc.', { rank: 8, cik: '0000000004' }),
  entry('GOOGL', 'Alphabet Inc.', { rank: 4, cik: '0000000005' }),
  entry('BA', 'BOEING CO', { rank: 60, cik: '0000000006' }),
]);

const tickers = tickersAgainst(directory);

test.each([
  ['listed', 'Vertex slashes full-year outlook; shares tumble', 'The tax software company Vertex Inc. lowered its annual forecast.', ['VERX']],
])('is of the company that the description names in full: %s', (_, title, summary, expected) => {
  expect(tickers(title, { summary })).toEqual(expected);
});

test.each([
  ['named in full', 'Delta slashes annual outlook', 'Delta Air Lines lowered its annual forecast.', ['DAL']],
  ['named with more of its name', 'Vertex wins approval', 'Drugmaker Vertex Pharmaceuticals won an approval.', ['VRTX']],
  ['named by a division', 'Tesla storage revenue doubles', 'Revenue at Tesla Energy doubled, the carmaker said.', ['TSLA']],
  ['not named again', 'Boeing wins order for 30 jets', 'The planemaker said the order is worth $4 billion.', ['BA']],
  ['beside the other', 'Vertex Pharmaceuticals and Vertex Inc. settle over name', 'Vertex Inc. said it settled.', ['VRTX', 'VERX']],
])('is of the company itself: %s', (_, title, summary, expected) => {
  expect(tickers(title, { summary })).toEqual(expected);
});
