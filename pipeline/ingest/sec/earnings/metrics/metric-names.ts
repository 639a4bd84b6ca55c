/** The served name of each metric, in the order of relevance to readers, and whether it is per share or per ADS. */
import type { MetricId } from './candidates.ts';

interface MetricName {
  readonly name: string;
  readonly isAdjusted: boolean;
  readonly per: 'share' | 'ADS' | null;
}

// prettier-ignore
export const metricNames: Readonly<Partial<Record<MetricId, MetricName>>> = {
  revenue:                      { name: 'Revenue', isAdjusted: false, per: null },
  net_revenue:                  { name: 'Net revenue', isAdjusted: false, per: null },
  net_income:                   { name: 'Net income', isAdjusted: false, per: null },
  net_income_incl_nci:          { name: 'Net income including noncontrolling interests', isAdjusted: false, per: null },
  net_income_common:            { name: 'Net income available to common shareholders', isAdjusted: false, per: null },
  eps_diluted:                  { name: 'Diluted EPS', isAdjusted: false, per: 'share' },
  eps_basic:                    { name: 'Basic EPS', isAdjusted: false, per: 'share' },
  eps_diluted_per_ads:          { name: 'Diluted EPS per ADS', isAdjusted: false, per: 'ADS' },
  eps_basic_per_ads:            { name: 'Basic EPS per ADS', isAdjusted: false, per: 'ADS' },
  eps_diluted_adjusted:         { name: 'Adjusted diluted EPS', isAdjusted: true, per: 'share' },
  eps_diluted_adjusted_per_ads: { name: 'Adjusted diluted EPS per ADS', isAdjusted: true, per: 'ADS' },
  gross_profit:                 { name: 'Gross profit', isAdjusted: false, per: null },
  operating_income:             { name: 'Operating income', isAdjusted: false, per: null },
  net_interest_income:          { name: 'Net interest income', isAdjusted: false, per: null },
  noninterest_income:           { name: 'Noninterest income', isAdjusted: false, per: null },
};
