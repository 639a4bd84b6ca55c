/** Recognises query parameters that only track how a reader arrived; no publisher selects an article by one of them. */

const prefixes = /^(?:utm|hsa|mtm|piwik|matomo|guce|elq)_|^elqtrack|^wt[._]mc_|^pk_(?:campaign|kwd|keyword|source|medium|content|cid)$/;
/** Names of suites whose prefix is too common to match alone. */
const suites =
  /^(?:at_(?:medium|campaign|custom\d|link|ptr|bbc|format|creation|variant|general|network|platform|recipient|send)|cm_(?:mmc|ven|cat|pla|ite|sp|re|lm))/;

const names: ReadonlySet<string> = new Set(
  (
    'gclid gclsrc gbraid wbraid dclid fbclid fb_action_ids fb_action_types fb_source msclkid yclid ymclid twclid ttclid li_fat_id igshid igsh epik rb_clickid dm_i ' +
    'mc_cid mc_eid mkt_tok _hsenc _hsmi hsctatracking vero_id vero_conv oly_enc_id oly_anon_id _openstat wickedid wickedsource s_cid s_kwcid sc_cid ncid cmpid cmp ' +
    'icid ito intcmp int_cmp int_campaign int_source guccounter soc_src soc_trk .tsrc tsrc yptr ref_src ref_url __twitter_impression __source __tn__ smid smtyp mbid ' +
    'ocid xtor cndid esrc spm ftag ex_cid feedtype feedname sfmc_id ss_source ss_campaign_id nr_email_referer trk trkcampaign _ga _gl srsltid phpsessid jsessionid'
  ).split(' '),
);

/** These count as tracking only when the value names the feed: `source=rss-1f3----2`, `mod=mw_rss_topstories`, `rss=1`. */
const ways: ReadonlySet<string> = new Set(['source', 'src', 'ref', 'from', 'partner', 'emc', 'mod', 'medium', 'campaign', 'cid', 'via']);
const flags: ReadonlySet<string> = new Set(['rss', 'amp', 'feed']);

/** Returns whether the parameter only tracks. `name` is in lower case. */
export function isTracking(name: string, value: string): boolean {
  if (names.has(name) || prefixes.test(name) || suites.test(name)) return true;
  if (ways.has(name)) return /(?:^|[-_.])rss(?:$|[-_.\d])/i.test(value);
  if (flags.has(name)) return /^(?:1|true|yes)?$/i.test(value);
  return (name === 'outputtype' && value === 'amp') || (name === 'feature' && value === 'youtu.be');
}
