/**
 * The rules that choose a category. A phrase counts in full in the headline, in part where it tells a cause
 * and in the lead, each once; of two phrases from the same word the longer one. The highest sum wins, none is `other`.
 */
import { companyRules } from './company-rules.ts';
import { marketRules } from './market-rules.ts';
import type { CategoryRule } from './rule.ts';

export const categoryRules: readonly CategoryRule[] = [...companyRules, ...marketRules];
