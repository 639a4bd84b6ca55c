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
  // Its pages are not those of the other sources: a demo's rows are told by their documents.
  GDELT_URL: '',
  OUTBOUND_ALLOWED_ORIGINS: upstream,
});
