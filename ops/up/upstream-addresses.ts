/** Settings that point every source at the local upstream, whoever reads them: the parts of the demo, and an operator's command beside it. */
export const upstreamAddresses = (upstream: string): Readonly<Record<string, string>> => ({
  EDGAR_URL: upstream,
  EARNINGS_DATES_URL: upstream,
  BLS_URL: upstream,
  BEA_URL: upstream,
  CENSUS_URL: upstream,
  FED_URL: upstream,
  DOL_URL: upstream,
  SYMBOL_LISTINGS_URL: `${upstream}/dynamic/symdir`,
  OUTBOUND_ALLOWED_ORIGINS: upstream,
});
