import { describe, expect, test } from 'vitest';
import { isWanted } from '#pipeline/refine/relevance/desk.ts';
import { wordsOf } from '#pipeline/refine/text/words.ts';

const NO_LEAD = wordsOf('');

describe('news that names no company', () => {
  test.each([
    'Lawmakers in Nebraska debate school uniform policy',
    'War memorial reopens after restoration',
    'Mayor of Tucson defends budget for parks',
    'Steel drum band plays at county fair',
    'Dollar menu returns at burger chain, and fans rejoice',
    'Food bank asks for donations before holidays',
    'Oil spill of emotions at poetry slam',
    'Governor candidate leads in primary poll in Kansas',
    'Senate hopeful wins runoff in Louisiana',
    'Gold medal for teenage swimmer',
    'Gas prices in Omaha dip three cents',
    'Grain genome shows how barley adapts to salt',
    'Silver screen star dies at 91',
    'Trade rumors: shortstop linked with Yankees',
    'Currency guide for new players of the space game',
    'Paying off technical debt in a mobile app',
    'Police make arrest in bank robbery in Denver',
    'Episode 112: oil, vinegar and everything nice',
    'Bus crash kills nine in Peru',
    'Minister opens bridge in Kerala',
  ])('a word of markets is no evidence: %s', (title) => {
    expect(isWanted(wordsOf(title), NO_LEAD, true)).toBe(false);
  });

  test.each([
    'Oil jumps 4% after drones hit export terminal',
    'Fed governor says inflation progress has stalled',
    'Iran fires missiles at tanker in Gulf of Oman',
    'Wheat futures climb as drought hits Black Sea crop',
    'Treasury yields slip after soft payrolls',
    'ECB leaves rates unchanged, flags weaker growth',
    "China's exports fall more than forecast",
    'OPEC+ delays output increase',
    'US and EU agree to cut tariffs on cars',
    'Dollar firms ahead of inflation data',
    'Eurozone inflation slows to 2.1% in May',
    'Copper slides to three-month low on demand fears',
    'Japan intervenes to support yen',
    'Brazil central bank raises rates by half a point',
    'IMF lowers global growth forecast',
    'White House tightens chip export controls to China',
    'Gold hits record as investors seek safety',
    'US retail sales rise 0.4% in April',
    'Russia halts gas flows through pipeline',
    'Strike shuts ports on US east coast, snarling trade',
  ])('a desk wants: %s', (title) => {
    expect(isWanted(wordsOf(title), NO_LEAD, true)).toBe(true);
  });

  test('a lead far from markets outweighs a headline that is not sure', () => {
    const title = wordsOf('Harvest ale and the price of gold');
    expect(isWanted(title, wordsOf('We taste four beers from a small brewery and chat about the weekend.'), true)).toBe(false);
  });
});

test('a headline about a company that could be of anything is told by its lead', () => {
  const title = wordsOf('Nvidia opens a plant in Ohio');
  expect(isWanted(title, wordsOf('The chip maker said on Friday that its shares were little changed after the announcement.'), false)).toBe(true);
  expect(isWanted(title, wordsOf('Children may water it on school days and take home a cutting.'), false)).toBe(false);
});
