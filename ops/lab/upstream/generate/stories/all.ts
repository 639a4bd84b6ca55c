/** All kinds of English news, and a draw among them by weight. */
import { weightedDraw } from '../../random.ts';
import { chaff } from './chaff.ts';
import { companyAffairs } from './company-affairs.ts';
import { companyDeals } from './company-deals.ts';
import { companyResults } from './company-results.ts';
import type { StoryKind } from './kind.ts';
import { markets } from './markets.ts';

const storyKinds: readonly StoryKind[] = [...companyResults, ...companyDeals, ...companyAffairs, ...markets, ...chaff];
export const drawStoryKind = weightedDraw(storyKinds.map((kind) => [kind, kind.weight] as const));
