/** Settings that direct every source to the local upstream, for the demo's parts and for an operator's commands. */
export const upstreamAddresses = (upstream: string): Readonly<Record<string, string>> => ({
  EDGAR_URL: upstream,
  EARNINGS_DATES_URL: upstream,
  BLS_URL: upstream,
  BEA_URL: upstream,
  CENSUS_URL: upstream,
  FED_URL: upstream,
  DOL_URL: upstream,
  SYMBOL_LISTINGS_URL: `${upstream}/dynamic/symdir`,
  // Off: a demo's rows are verified by the documents of the other sources, and GDELT's pages are none of these.
  GDELT_URL: '',
  OUTBOUND_ALLOWED_ORIGINS: upstream,
});
