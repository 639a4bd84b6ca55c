/** Returns settings that direct every source to the local upstream, for the demo's parts and for commands on its data. */
export const upstreamAddresses = (upstream: string): Readonly<Record<string, string>> => ({
  EDGAR_URL: upstream,
  EARNINGS_DATES_URL: upstream,
  BLS_URL: upstream,
  BEA_URL: upstream,
  CENSUS_URL: upstream,
  FED_URL: upstream,
  DOL_URL: upstream,
  SYMBOL_LISTINGS_URL: `${upstream}/dynamic/symdir`,
  // GDELT is off: its listings would name pages that the local upstream does not have.
  GDELT_URL: '',
  OUTBOUND_ALLOWED_ORIGINS: upstream,
});
