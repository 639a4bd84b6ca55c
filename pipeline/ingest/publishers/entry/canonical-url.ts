/** Canonicalises addresses. Only what never distinguishes two articles is removed, because the uid is a hash of the result. */
import { compareText } from '#schemas/compare-text.ts';
import { wordSet } from '../../../refine/text/word-set.ts';

const INDEX_FILE = /\/(?:index\.(?:html?|shtml|php|aspx?|jsp)|default\.(?:aspx?|html?))$/i;

/** Maximum number of passes: one removal may expose another (`/..;jsessionid=1`). An address that needs more is left unchanged. */
const PASSES_MAX = 20;

/** Returns the canonical address, or the trimmed text if it is no http(s) URL. Keeps what servers may distinguish: scheme, `www.`, `m.`, a trailing slash. */
export function canonicalUrl(url: string): string {
  let text = url.trim();
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const folded = fold(text);
    if (folded === text) return text;
    text = folded;
  }
  return url.trim();
}

function fold(text: string): string {
  if (!URL.canParse(text)) return text;
  const parsed = new URL(text);
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return text;
  const host = parsed.hostname.replace(/(?<!\.)\.+$/, '');
  const port = parsed.port === '' || parsed.port === '80' || parsed.port === '443' ? '' : `:${parsed.port}`;
  const path = normalEscapes(parsed.pathname)
    .replace(/;jsessionid=[^/;]*/gi, '')
    .replace(/\/{2,}/g, '/')
    .replace(INDEX_FILE, '/');
  // A fragment is a place on the page, except `#!`, which selects the page on some old sites.
  const fragment = parsed.hash.startsWith('#!') && parsed.hash.length > 2 ? parsed.hash : '';
  return `${parsed.protocol}//${host}${port}${path}${canonicalQuery(parsed.search)}${fragment}`;
}

/** Sorts parameters by name. Those of one name keep their order, which may matter to the server. */
function canonicalQuery(search: string): string {
  const pairs = normalEscapes(search.slice(1))
    .replace(/%20/g, '+')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return { pair, name: equals === -1 ? pair : pair.slice(0, equals), value: equals === -1 ? '' : pair.slice(equals + 1) };
    })
    .filter(({ name, value }) => !isTracking(name.toLowerCase(), value))
    .toSorted((one, other) => compareText(one.name, other.name));
  return pairs.length === 0 ? '' : `?${pairs.map(({ pair }) => pair).join('&')}`;
}

/** Decodes escaped unreserved characters and writes the remaining escapes in upper case (RFC 3986, 6.2.2). */
const normalEscapes = (text: string): string =>
  text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escape.toUpperCase();
  });

const prefixes = /^(?:utm|hsa|mtm|piwik|matomo|guce|elq)_|^elqtrack|^wt[._]mc_|^pk_(?:campaign|kwd|keyword|source|medium|content|cid)$/;
const suites =
  /^(?:at_(?:medium|campaign|custom\d|link|ptr|bbc|format|creation|variant|general|network|platform|recipient|send)|cm_(?:mmc|ven|cat|pla|ite|sp|re|lm))/;

const names = wordSet(
  'gclid gclsrc gbraid wbraid dclid fbclid fb_action_ids fb_action_types fb_source msclkid yclid ymclid twclid ttclid li_fat_id igshid igsh epik rb_clickid dm_i ' +
    'mc_cid mc_eid mkt_tok _hsenc _hsmi hsctatracking vero_id vero_conv oly_enc_id oly_anon_id _openstat wickedid wickedsource s_cid s_kwcid sc_cid ncid cmpid cmp ' +
    'icid ito intcmp int_cmp int_campaign int_source guccounter soc_src soc_trk .tsrc tsrc yptr ref_src ref_url __twitter_impression __source __tn__ smid smtyp mbid ' +
    'ocid xtor cndid esrc spm ftag ex_cid feedtype feedname sfmc_id ss_source ss_campaign_id nr_email_referer trk trkcampaign _ga _gl srsltid phpsessid jsessionid',
);

/** Parameters that count as tracking only when the value names a feed: `source=rss-1f3----2`, `mod=mw_rss_topstories`, `rss=1`. */
const ways = wordSet('source src ref from partner emc mod medium campaign cid via');
const flags = wordSet('rss amp feed');

/** Returns whether the parameter only records how a reader arrived. `name` is in lower case. */
function isTracking(name: string, value: string): boolean {
  if (names.has(name) || prefixes.test(name) || suites.test(name)) return true;
  if (ways.has(name)) return /(?:^|[-_.])rss(?:$|[-_.\d])/i.test(value);
  if (flags.has(name)) return /^(?:1|true|yes)?$/i.test(value);
  return (name === 'outputtype' && value === 'amp') || (name === 'feature' && value === 'youtu.be');
}
