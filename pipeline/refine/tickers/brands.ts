/**
 * What the press calls a company where its legal name says otherwise, by ticker. Names that are common
 * words too are listed in ambiguous.ts. A ticker that the directory does not hold as active is passed over.
 */

// prettier-ignore
const table = `
AAL American Airlines|AAPL Apple;iPhone maker|ABBV AbbVie|ABEV Ambev|ABNB Airbnb|ABT Abbott|ADBE Adobe|ADM Archer Daniels;Archer-Daniels|AIG American International Group|ALL Allstate
AMAT Applied Materials|AMC AMC Entertainment;AMC|AMD AMD;Advanced Micro|AMGN Amgen|AMZN Amazon;Amazon.com|APO Apollo Global|ASML ASML|AXP American Express;AmEx|AZN AstraZeneca|AZO AutoZone
BA Boeing|BABA Alibaba|BAC Bank of America;BofA|BAX Baxter|BB BlackBerry|BBY Best Buy|BCS Barclays|BHP BHP|BIDU Baidu|BIIB Biogen|BK BNY;BNY Mellon;Bank of New York Mellon|BKNG Booking;Booking.com|BLK BlackRock
BMY Bristol-Myers;Bristol Myers;Bristol-Myers Squibb|BP BP|BRK-B Berkshire;Berkshire Hathaway|BTI British American Tobacco|BUD AB InBev;Anheuser-Busch;Anheuser-Busch InBev|BX Blackstone|BYND Beyond Meat
C Citi;Citigroup|CAT Caterpillar|CCL Carnival|CHTR Charter Communications|CI Cigna|CL Colgate;Colgate-Palmolive|CMCSA Comcast|CMG Chipotle|COF Capital One|COIN Coinbase|COP ConocoPhillips;Conoco|COST Costco
CRM Salesforce|CRWD CrowdStrike|CSCO Cisco|CVS CVS|CVX Chevron|DAL Delta Air Lines;Delta Airlines;Delta|DB Deutsche Bank|DE Deere;John Deere|DELL Dell|DIS Disney;Walt Disney|DISH Dish Network|DKNG DraftKings|DOW Dow Chemical|DPZ Domino's;Domino's Pizza
EA Electronic Arts|EBAY eBay|EL Estee Lauder|ERIC Ericsson|F Ford|FCX Freeport;Freeport-McMoRan|FDX FedEx|FNMA Fannie Mae|FMCC Freddie Mac|FSLR First Solar|FUBO fuboTV
GE GE;General Electric|GILD Gilead|GIS General Mills|GM GM;General Motors|GME GameStop|GOOGL Google;Alphabet;YouTube;Waymo|GPS Gap|GAP Gap|GRPN Groupon|GS Goldman Sachs;Goldman|GSK GSK;GlaxoSmithKline;Glaxo|GT Goodyear
HAL Halliburton|HBAN Huntington Bancshares;Huntington Bank|HD Home Depot|HMC Honda|HON Honeywell|HOOD Robinhood|HPE HPE;Hewlett Packard Enterprise|HPQ HP;HP Inc;Hewlett-Packard|HSBC HSBC|HSY Hershey
IBM IBM|INTC Intel|ING ING|IBKR Interactive Brokers|ISRG Intuitive Surgical|JBLU JetBlue|JCP J.C. Penney;JC Penney;JCPenney|JD JD.com|JNJ J&J;Johnson & Johnson|JPM JPMorgan;JPMorgan Chase;JP Morgan;J.P. Morgan;J.P. Morgan Chase;JP Morgan Chase
JWN Nordstrom|K Kellogg|KHC Kraft Heinz;Kraft|KMI Kinder Morgan|KO Coca-Cola;Coke|KR Kroger|KSS Kohl's|LCID Lucid;Lucid Motors|LLY Eli Lilly;Lilly|LMT Lockheed;Lockheed Martin|LOW Lowe's|LULU Lululemon|LUV Southwest;Southwest Airlines|LVS Las Vegas Sands|LYFT Lyft
M Macy's|MA Mastercard;MasterCard|MAT Mattel|MCD McDonald's;McDonalds|MDLZ Mondelez|MDT Medtronic|META Meta;Facebook;Instagram;WhatsApp;Meta Platforms|MGM MGM;MGM Resorts|MMM 3M|MO Altria|MRK Merck|MRNA Moderna|MS Morgan Stanley|MSFT Microsoft;LinkedIn;Xbox maker|MSTR MicroStrategy|MT ArcelorMittal|MU Micron
NCLH Norwegian Cruise Line;Norwegian Cruise|NEM Newmont|NFLX Netflix|NIO Nio|NKE Nike|NOC Northrop;Northrop Grumman|NOK Nokia|NOW ServiceNow|NSANY Nissan|NTDOY Nintendo|NVDA Nvidia;NVIDIA|NVO Novo Nordisk;Novo|NVS Novartis|NWSA News Corp|NXPI NXP
ORCL Oracle|OXY Occidental;Occidental Petroleum;Oxy|PANW Palo Alto;Palo Alto Networks|PARA Paramount;Paramount Global|PSKY Paramount Skydance;Paramount|PBR Petrobras|PEP PepsiCo;Pepsi|PFE Pfizer|PG P&G;Procter & Gamble;Procter|PINS Pinterest|PLTR Palantir|PLUG Plug Power|PM Philip Morris|PTON Peloton|PYPL PayPal|PZZA Papa John's
QCOM Qualcomm|RACE Ferrari|RBLX Roblox|RCL Royal Caribbean|RDDT Reddit|REGN Regeneron|RIO Rio Tinto|RIVN Rivian|ROKU Roku|RTX Raytheon;RTX|SBUX Starbucks|SCHW Schwab;Charles Schwab|SHEL Shell;Royal Dutch Shell|SHOP Shopify|SIRI Sirius;SiriusXM;Sirius XM|SLB Schlumberger;SLB|SNAP Snap;Snapchat
SNOW Snowflake|SNY Sanofi|SONY Sony|SPOT Spotify|STLA Stellantis|STZ Constellation Brands|SPGI S&P Global|SQ Square|XYZ Block|T AT&T|TAP Molson Coors|TDOC Teladoc|TEVA Teva|TGT Target|TM Toyota|TMUS T-Mobile|TRI Thomson Reuters|TSLA Tesla|TSM TSMC;Taiwan Semiconductor|TSN Tyson;Tyson Foods|TTWO Take-Two
TWTR Twitter|TXN Texas Instruments;TI|UAA Under Armour|UAL United Airlines|UBER Uber|UBS UBS|UL Unilever|UNH UnitedHealth;UnitedHealth Group|UNP Union Pacific|UPS UPS;United Parcel Service|URBN Urban Outfitters|USB U.S. Bancorp;US Bancorp|V Visa|VALE Vale|VFC VF Corp|VOD Vodafone|VWAGY Volkswagen;VW|VZ Verizon
W Wayfair|WBA Walgreens|WBD Warner Bros. Discovery;Warner Bros|WDAY Workday|WDC Western Digital|WEN Wendy's|WFC Wells Fargo|WMT Walmart;Wal-Mart|WYNN Wynn;Wynn Resorts|X U.S. Steel;US Steel|XOM Exxon;ExxonMobil;Exxon Mobil|YUM Yum;Yum Brands|Z Zillow|ZM Zoom|BYDDY BYD|TCEHY Tencent|SFTBY SoftBank|XIACY Xiaomi|SSNLF Samsung;Samsung Electronics|BAYRY Bayer|BASFY BASF|SIEGY Siemens|EADSY Airbus|NSRGY Nestle;Nestlé|LVMUY LVMH|ADDYY Adidas|BMWYY BMW|BNTX BioNTech|SMCI Supermicro;Super Micro|ARM Arm Holdings;Arm|AVGO Broadcom|MRVL Marvell|ANET Arista|NET Cloudflare|DDOG Datadog|MDB MongoDB|TTD Trade Desk;The Trade Desk|U Unity Software|AFRM Affirm|SOFI SoFi|UPST Upstart|HIMS Hims & Hers|CELH Celsius|CAVA Cava|DJT Trump Media|NWL Newell;Newell Brands|ROST Ross Stores|TJX TJX;TJ Maxx|DLTR Dollar Tree|DG Dollar General|FIVE Five Below|BBWI Bath & Body Works|ETSY Etsy|CHWY Chewy|CVNA Carvana|KMX CarMax|AN AutoNation|TFC Truist|PNC PNC|KEY KeyCorp;KeyBank|RF Regions Financial|FITB Fifth Third|CFG Citizens Financial|ALLY Ally Financial|SYF Synchrony|MET MetLife|PRU Prudential Financial|TRV Travelers|PGR Progressive|CB Chubb|HUM Humana|CNC Centene|ELV Elevance|MCK McKesson|CAH Cardinal Health|BMRN BioMarin|VRTX Vertex|ILMN Illumina|TMO Thermo Fisher|DHR Danaher|SYK Stryker|BSX Boston Scientific|EW Edwards Lifesciences|ZTS Zoetis
`;

export const brandNames: readonly (readonly [ticker: string, names: readonly string[]])[] = table
  .trim()
  .split(/[|\n]/)
  .map((row) => {
    const space = row.indexOf(' ');
    return [row.slice(0, space), row.slice(space + 1).split(';')] as const;
  });

/** The class that a company's name stands for where several are listed. */
export const mainClasses: ReadonlySet<string> = new Set([
  'GOOGL',
  'BRK-B',
  'NWSA',
  'FOXA',
  'UAA',
  'LBTYA',
  'LEN',
  'BF-B',
  'HEI',
  'VIAC',
  'PARA',
  'DISCA',
  'Z',
  'UA',
  'MOG-A',
  'CWEN',
  'LSXMA',
  'RUSHA',
  'BIO',
  'CMCSA',
]);

/** Coins that the press names without saying that they are coins; every other coin's name needs a word of crypto near it. */
// prettier-ignore
export const coinNames: readonly (readonly [base: string, names: readonly string[]])[] = [
  ['BTC', ['bitcoin']], ['ETH', ['ethereum', 'ether']], ['DOGE', ['dogecoin']], ['SHIB', ['shiba inu']], ['XRP', ['xrp', 'ripple xrp']], ['LTC', ['litecoin']], ['ADA', ['cardano']], ['SOL', ['solana']],
  ['BNB', ['binance coin', 'bnb']], ['DOT', ['polkadot']], ['XLM', ['stellar lumens']], ['XMR', ['monero']], ['BCH', ['bitcoin cash']], ['TRX', ['tron trx']], ['LINK', ['chainlink']], ['USDT', ['tether']], ['USDC', ['usd coin', 'usdc']],
  ['ALGO', ['algorand']], ['FIL', ['filecoin']], ['XTZ', ['tezos']], ['EOS', ['eos']], ['ZEC', ['zcash']], ['ETC', ['ethereum classic']], ['UNI', ['uniswap']], ['AAVE', ['aave']], ['HBAR', ['hedera']], ['TON', ['toncoin']],
];
