/** Generates the insiders of a company. A company always has the same eight, so that each files several times. */
import { pick, randomOf, type Random } from '../random.ts';
import type { Company } from './companies.ts';
import { firstNames, lastNames } from './world.ts';

export type Insider = ReturnType<typeof makeInsiders>[number];

const firstCik = 2_200_000;
const perCompany = 8;

// prettier-ignore
const posts: readonly (readonly [director: boolean, officer: boolean, tenPercent: boolean, title: string])[] = [
  [true, true, false, 'Chief Executive Officer'],
  [false, true, false, 'Chief Financial Officer'],
  [false, true, false, 'EVP, General Counsel & Secretary'],
  [true, false, false, ''],
  [true, false, false, ''],
  [false, true, false, 'See Remarks'],
  [true, false, true, ''],
  [false, false, true, ''],
];

const known = new Map<number, readonly Insider[]>();

export function insidersOf(company: Company): readonly Insider[] {
  const insiders = known.get(company.index) ?? makeInsiders(company);
  known.set(company.index, insiders);
  return insiders;
}

/** Returns the insiders. Their names are as EDGAR writes them, the last name first. */
function makeInsiders(company: Company) {
  return posts.map(([isDirector, isOfficer, isTenPercentOwner, title], place) => {
    const number = company.index * perCompany + place;
    const random = randomOf(1, 'insider', number);
    const isFund = isTenPercentOwner && !isDirector;
    return {
      cik: String(firstCik + number * 3 + Math.floor(random() * 3)).padStart(10, '0'),
      name: isFund ? fundName(random) : personName(random),
      isDirector,
      isOfficer,
      isTenPercentOwner,
      title,
      isFund,
    };
  });
}

/** Returns the fund's general partner and manager, which report its trades together with it. */
export function affiliatesOf(fund: Insider): readonly Insider[] {
  const stem = fund.name.replace(/ (Fund|Partners|Capital).*$/i, '');
  return [`${stem} GP, LLC`, `${stem} Management LP`].map((name, place) => ({
    ...fund,
    cik: String(Number(fund.cik) + 900_000 + place).padStart(10, '0'),
    name,
  }));
}

function personName(random: Random): string {
  const last = pick(random, lastNames);
  const first = pick(random, firstNames);
  const middle = random() < 0.5 ? ` ${'ABCDEGHJKLMPRST'.charAt(Math.floor(random() * 15))}${random() < 0.5 ? '.' : ''}` : '';
  const name = `${last} ${first}${middle}`;
  return random() < 0.4 ? name.toUpperCase() : name;
}

const fundName = (random: Random): string =>
  `${pick(random, ['Greyfell', 'Copperline', 'Southmere', 'Tallgrass', 'Kingsbarrow', 'Longacre'])} ${pick(random, ['Opportunity Fund', 'Partners', 'Capital Partners', 'Fund'])} ${pick(random, ['II', 'IV', 'VII'])}, L.P.`;
