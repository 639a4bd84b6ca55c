/**
 * What the press calls a company where its legal name says otherwise, by ticker. Names that are common
 * words too are listed in ambiguous.ts. A ticker that the directory does not hold as active is passed over.
 */

import { nameTable, type NameTable } from './name-table.ts';

// prettier-ignore
const table = `
AAL American Airlines|AAPL Apple;Apple Pay;Apple TV;Apple Music;Vision Pro|ABBNY ABB|ABBV AbbVie;Skyrizi;Rinvoq|ABEV Ambev|ABNB Airbnb|ABT Abbott|ACI Safeway|ADBE Adobe;Photoshop|ADC Agree Realty|ADDYY Adidas|ADM Archer Daniels;Archer-Daniels|AFRM Affirm|AIG American International Group;AIG|AIR AAR|ALL Allstate|ALLY Ally Financial|AMAT Applied Materials|AMC AMC Entertainment;AMC|AMD AMD;Advanced Micro;Ryzen|AMGN Amgen;Enbrel|AMWL Amwell
AMZN Amazon;Amazon.com;Zappos;Zoox;One Medical|AN AutoNation|ANET Arista|AOS AO Smith|APA Apache|APLE Apple Hospitality|APO Apollo Global|ARE Alexandria Real Estate|ARI Apollo Commercial|ARM Arm Holdings;Arm|ASML ASML|AVGO Broadcom|AXP American Express;AmEx|AZN AstraZeneca;Farxiga;Tagrisso;Imfinzi|AZO AutoZone|BA Boeing;777X;Dreamliner|BABA Alibaba|BAC Bank of America;BofA|BASFY BASF|BAX Baxter|BAYRY Bayer|BB BlackBerry
BBD Bradesco;Banco Bradesco|BBWI Bath & Body Works;Bath and Body Works|BBY Best Buy|BCS Barclays|BF-B Brown-Forman;Jack Daniel's|BHP BHP|BIDU Baidu|BIIB Biogen;Spinraza|BJ BJ's Wholesale|BK BNY;BNY Mellon;Bank of New York Mellon|BKNG Booking;Booking.com;Booking Holdings;Priceline;OpenTable|BLK BlackRock|BLMN Outback Steakhouse|BMA Banco Macro|BMO BMO|BMRN BioMarin|BMWKY BMW|BMWYY BMW|BMY Bristol-Myers;Bristol Myers;Bristol-Myers Squibb;Opdivo;Revlimid|BNS Scotiabank
BNTX BioNTech|BP BP|BRCC Black Rifle Coffee|BRK-B Berkshire;Berkshire Hathaway;See's Candies;Dairy Queen|BSX Boston Scientific|BTI British American Tobacco|BUD AB InBev;Anheuser-Busch;Anheuser-Busch InBev|BX Blackstone|BYDDF BYD|BYDDY BYD|BYND Beyond Meat|C Citi;Citigroup;Banamex|CACI CACI|CAH Cardinal Health|CART Instacart|CASY Casey's|CAT Caterpillar|CAVA Cava|CB Chubb|CBRL Cracker Barrel|CCL Carnival;Princess Cruises;Holland America|CELH Celsius
CFG Citizens Financial|CFRUY Richemont|CHRW CH Robinson|CHTR Charter Communications;Charter|CHWY Chewy|CI Cigna;Evernorth|CIB Bancolombia|CIG Cemig|CL Colgate;Colgate-Palmolive|CM CIBC|CMCSA Comcast;Universal Studios|CMG Chipotle|CMPR Vistaprint|CMS Consumers Energy|CNC Centene|CNI CN Rail|COF Capital One|COIN Coinbase|COP ConocoPhillips;Conoco|COST Costco|CRM Salesforce;MuleSoft|CROX HeyDude|CRWD CrowdStrike|CSCO Cisco;Webex|CVNA Carvana
CVS CVS;Caremark|CVX Chevron|DAL Delta Air Lines;Delta Airlines;Delta|DB Deutsche Bank|DDOG Datadog|DE Deere;John Deere|DECK Hoka|DELL Dell|DG Dollar General|DHR Danaher|DIDIY Didi Chuxing|DIN IHOP;Applebee's|DIS Disney;Walt Disney;Disney Plus;Lucasfilm;Marvel Studios|DISH Dish Network|DJT Trump Media|DKNG DraftKings|DLAKY Lufthansa|DLTR Dollar Tree|DOW Dow Chemical|DPZ Domino's;Domino's Pizza|DRI Olive Garden;LongHorn Steakhouse|DUK Piedmont Natural Gas
EA Electronic Arts;EA|EADSY Airbus|EAT Chili's;Brinker|EBAY eBay|EBR Eletrobras|ED Con Edison;ConEd;Con Ed|EIX SoCal Edison|EL Estee Lauder|ELP Copel|ELV Elevance|ERIC Ericsson|ETN Eaton Corp|ETSY Etsy|EW Edwards Lifesciences|EWTX Edgewise|EXC ComEd|EXPE Hotels.com|EXPI eXp Realty|EXR Extra Space|F Ford;F-150;Mach-E|FCX Freeport;Freeport-McMoRan|FDX FedEx|FFIV F5 Networks|FICO FICO|FIS FIS|FITB Fifth Third|FIVE Five Below|FIZZ LaCroix|FL Footlocker
FLYY Spirit Airlines|FMCC Freddie Mac|FMX Femsa|FNMA Fannie Mae|FRT Federal Realty|FSLR First Solar|FUBO fuboTV|FUJIY Fujifilm|FUL HB Fuller|FWONK Formula One Group|GAP Gap;Old Navy|GBTC Grayscale Bitcoin Trust|GE GE;General Electric|GILD Gilead;Remdesivir;Veklury;Biktarvy|GIS General Mills;Cheerios;Blue Buffalo|GLBE Global-e|GM GM;General Motors;Buick;GMC|GME GameStop|GOOGL Google;Alphabet;YouTube;Waymo;Google Play;Chromecast;Verily|GPS Gap|GRPN Groupon
GS Goldman Sachs;Goldman|GSK GSK;GlaxoSmithKline;Glaxo;Shingrix|GT Goodyear|GWW Grainger;WW Grainger|HAL Halliburton|HBAN Huntington Bancshares;Huntington Bank|HD Home Depot|HE Hawaiian Electric|HGV Diamond Resorts|HIMS Hims & Hers|HMC Honda;Acura|HON Honeywell|HOOD Robinhood|HPE HPE;Hewlett Packard Enterprise|HPQ HP;HP Inc;Hewlett-Packard|HRB HR Block|HSBC HSBC|HSY Hershey|HTHT Huazhu|HTO San Jose Water|HUM Humana|IBKR Interactive Brokers|IBM IBM|IHRT iHeart
ILMN Illumina|ING ING|INN Summit Hotel|INTC Intel|IRBT Roomba|IRDM Iridium|ISRG Intuitive Surgical|JBHT JB Hunt|JBLU JetBlue|JCP J.C. Penney;JC Penney;JCPenney|JD JD.com|JKHY Jack Henry|JNJ J&J;Johnson & Johnson;Darzalex;Stelara|JPM JPMorgan;JPMorgan Chase;JP Morgan;J.P. Morgan;J.P. Morgan Chase;JP Morgan Chase;Chase Bank|JTKWY Just Eat Takeaway|JWN Nordstrom|K Kellogg|KEY KeyCorp;KeyBank|KHC Kraft Heinz;Kraft;Oscar Mayer;Kraft Foods|KMI Kinder Morgan|KMX CarMax
KO Coca-Cola;Coke|KR Kroger|KSS Kohl's|KVUE Listerine;Neutrogena|LCID Lucid;Lucid Motors|LLY Eli Lilly;Lilly;Mounjaro;Zepbound;Trulicity|LMT Lockheed;Lockheed Martin|LNC Lincoln Financial|LOW Lowe's|LPLA LPL|LULU Lululemon|LUV Southwest;Southwest Airlines|LUXE Mytheresa|LVMUY LVMH|LVS Las Vegas Sands;Sands China;Marina Bay Sands|LYFT Lyft|M Macy's|MA Mastercard;MasterCard|MAR Ritz-Carlton|MAT Mattel|MBGAF Mercedes-Benz|MCD McDonald's;McDonalds|MCK McKesson
MDB MongoDB|MDLZ Mondelez;Cadbury|MDT Medtronic|MET MetLife|META Meta;Facebook;Instagram;WhatsApp;Meta Platforms|MGM MGM;MGM Resorts;Bellagio|MMM 3M|MO Altria|MRK Merck;Gardasil;Januvia;Lagevrio|MRNA Moderna|MRVL Marvell|MS Morgan Stanley|MSFT Microsoft;LinkedIn|MSGS MSG Sports|MSTR MicroStrategy;Strategy|MT ArcelorMittal|MU Micron|MUFG MUFG|NCLH Norwegian Cruise Line;Norwegian Cruise|NEE FPL|NEM Newmont|NET Cloudflare|NFG National Fuel|NFLX Netflix|NI Columbia Gas
NICE NICE Ltd|NIO Nio|NKE Nike;Air Jordan|NMIH National MI|NNOX Nano-X|NOC Northrop;Northrop Grumman|NOK Nokia|NOW ServiceNow|NSANY Nissan|NSRGY Nestle;Nestlé|NTDOY Nintendo|NTTYY NTT|NU Nubank|NVDA Nvidia;NVIDIA;GeForce|NVO Novo Nordisk;Novo|NVS Novartis;Entresto|NWL Newell;Newell Brands|NWSA News Corp;News Corporation;HarperCollins|NXPI NXP|ONON On Running|ORCL Oracle;NetSuite|ORLY O'Reilly|OUT Outfront|OWL Blue Owl;Blue Owl Capital
OXY Occidental;Occidental Petroleum;Oxy|PAGS PagBank|PANW Palo Alto;Palo Alto Networks|PARA Paramount;Paramount Global|PBR Petrobras|PCG Pacific Gas and Electric|PDD Temu|PEG PSEG|PEP PepsiCo;Pepsi;Doritos;Quaker Oats;Mountain Dew|PFE Pfizer;Prevnar;Ibrance|PG P&G;Procter & Gamble;Procter;Pampers|PGR Progressive|PHG Philips;Royal Philips|PHM Pulte|PINS Pinterest|PLCE Children's Place|PLTR Palantir|PLUG Plug Power|PM Philip Morris|PNC PNC
PNW Pinnacle West;Arizona Public Service|POR Portland General|PPC Pilgrim's Pride;Pilgrim's|PRU Prudential Financial|PSKY Paramount Skydance;Paramount|PTON Peloton|PYPL PayPal|PZZA Papa John's|QCOM Qualcomm;Snapdragon|QDEL Quidel|RACE Ferrari|RBLX Roblox|RCL Royal Caribbean;Celebrity Cruises|RDDT Reddit|RDY Dr. Reddy's;Dr Reddy's|REGN Regeneron;Eylea|RF Regions Financial|RGR Ruger|RH Restoration Hardware|RIO Rio Tinto|RITM Rithm|RIVN Rivian|RKT Quicken Loans
ROKU Roku|ROST Ross Stores|RRGB Red Robin|RRR Station Casinos|RTO Terminix|RTX Raytheon;RTX|SAIC SAIC|SATS Boost Mobile|SBS Sabesp|SBUX Starbucks;Frappuccino|SCHW Schwab;Charles Schwab|SE Sea Limited;Garena|SFM Sprouts|SFTBY SoftBank|SGI Mattress Firm;Tempur-Pedic|SHEL Shell;Royal Dutch Shell|SHOP Shopify|SID Companhia Siderurgica Nacional|SIEGY Siemens|SIG Kay Jewelers|SIRI Sirius;SiriusXM;Sirius XM|SJM JM Smucker;J.M. Smucker;Smucker;Hostess Brands
SLB Schlumberger;SLB|SLM Sallie Mae|SMCI Supermicro;Super Micro|SNAP Snap;Snapchat|SNOW Snowflake|SNPMF Sinopec|SNY Sanofi|SO Alabama Power|SOFI SoFi|SONY Sony|SPGI S&P Global|SPOT Spotify|SPR Spirit Aero|SQ Square|SQM SQM|SRE San Diego Gas & Electric;SoCalGas|SSNLF Samsung;Samsung Electronics|STLA Stellantis;Maserati|STZ Constellation Brands|SWK Black & Decker|SYF Synchrony|SYK Stryker|T AT&T|TAP Molson Coors|TCEHY Tencent|TDOC Teladoc|TDS TDS Telecom|TEF Telefonica
TEVA Teva|TFC Truist|TGT Target|TJX TJX;TJ Maxx|TM Toyota;Lexus;Prius|TMO Thermo Fisher|TMUS T-Mobile|TRI Thomson Reuters|TROW T. Rowe Price;T. Rowe|TRV Travelers|TSLA Tesla;Cybertruck;Model Y;Gigafactory|TSM TSMC;Taiwan Semiconductor|TSN Tyson;Tyson Foods|TTD Trade Desk;The Trade Desk|TTWO Take-Two;Grand Theft Auto|TV Televisa;Grupo Televisa|TWTR Twitter|TXN Texas Instruments;TI|U Unity Software|UAA Under Armour;UnderArmour|UAL United Airlines|UBER Uber
UBS UBS|UGI AmeriGas|UL Unilever;Ben & Jerry's|ULCC Frontier Airlines|UNH UnitedHealth;UnitedHealth Group;UnitedHealthcare;OptumRx|UNIT Windstream|UNP Union Pacific|UPS UPS;United Parcel Service|UPST Upstart|URBN Urban Outfitters|USB U.S. Bancorp;US Bancorp|USLM US Lime|USM US Cellular;U.S. Cellular|V Visa|VALE Vale|VFC VF Corp|VLRS Volaris|VOD Vodafone|VRTX Vertex;Trikafta|VSH Vishay|VWAGY Volkswagen;VW|VYX NCR|VZ Verizon;Verizon Wireless|W Wayfair|WBA Walgreens
WBD Warner Bros. Discovery;Warner Bros|WDAY Workday|WDC Western Digital|WEC We Energies|WEN Wendy's|WFC Wells Fargo|WMT Walmart;Wal-Mart|WPC WP Carey|WSM Pottery Barn|WWW Wolverine Worldwide;Saucony|WYNN Wynn;Wynn Resorts;Wynn Macau|X U.S. Steel;US Steel|XEL Xcel|XIACY Xiaomi|XOM Exxon;ExxonMobil;Exxon Mobil|XPER TiVo|XYZ Block|YETI Yeti|YUM Yum;Yum Brands|Z Zillow|ZM Zoom|ZTS Zoetis
`;

export const brandNames: NameTable = nameTable(table);

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
