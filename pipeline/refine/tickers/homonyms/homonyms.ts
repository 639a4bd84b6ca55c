/**
 * Words that are a company's name and also something else: what must stand beside them, or must not, for
 * them to be the company. Common words (text/common-words.ts) are ambiguous without being listed.
 */

/** Common or older words that English news seldom writes in lower case, so that counting does not show them as words. */
// prettier-ignore
export const nounsToo: ReadonlySet<string> = new Set(`apple visa gap target carnival oracle block square snap shell match ally zoom arm unity celsius progressive travelers southwest delta
affirm upstart workday paramount constellation vertex regions citizens discover prudential lucid nova orion atlas phoenix jaguar puma falcon eagle titan pioneer frontier horizon summit pinnacle apex zenith legacy
heritage liberty patriot guardian sentinel beacon compass anchor harbor crown royal imperial regal monarch sterling silver copper platinum diamond pearl ruby emerald sapphire amber coral
dash root hippo lemonade robin oasis mercury saturn jupiter neptune mars venus aurora eclipse nebula cosmos comet meteor galaxy vector matrix radius quantum photon electron proton neutron atom
cedar oak maple pine willow aspen birch redwood sequoia evergreen meadow prairie canyon ridge summit glacier rapid cascade niagara everest denali sierra alpine delta nile amazon orinoco
buckle boot crocs columbia canada nomad ranger scout explorer voyager mariner navigator trek odyssey chase spire anthem concord concordia accord alliance allegiance regent viking
trinity genesis exodus eden babel ark noah solomon samson hercules apollo athena zeus hermes artemis ares eros iris juno
duke king prince baron knight bishop dean abbot marshall mason cooper carter hunter fisher miller baker taylor porter turner walker parker harper weaver potter sawyer tanner thatcher wheeler
coherent inspire embark encore encompass e evolv ensign endeavor enhance innovate insight insulet intrepid invitation iridium ironwood
lumen lumos lucent luminar luna lands mosaic motif mueller murphy myriad nature noble nordic omega alpha beta gamma sigma epsilon delta lambda
spark spirit sprout sprouts stable standard star steel stem stride strive sun surge sway symbolic synergy tandem tango tempo tempus tilly toast torrid traeger transcend triumph tropical turtle
wave whirlpool wolverine world yeti zebra zephyr zion grab reservoir reliance resolute alliance fossil guess express children`.split(/\s+/));

/** First names, surnames and places that begin a company's name, too often somebody or somewhere else to stand for it alone. */
// prettier-ignore
export const peopleAndPlaces: ReadonlySet<string> = new Set(`afghanistan albania algeria angola argentina armenia azerbaijan bahamas bahrain bangladesh barbados belarus belize bermuda bhutan bolivia bosnia botswana brunei bulgaria burma cambodia cameroon cayman chad colombia congo croatia cuba czech dominican ecuador salvador eritrea estonia ethiopia fiji gabon gambia ghana guatemala guernsey guinea guyana haiti honduras iraq jamaica jordan kazakhstan kosovo kyrgyzstan laos latvia liberia libya lithuania macedonia madagascar malawi mali malta mauritania mauritius moldova mongolia montenegro mozambique myanmar namibia nepal nicaragua niger oman palestine papua paraguay qatar romania rwanda senegal serbia seychelles slovakia slovenia somalia sudan suriname syria tajikistan tanzania togo tunisia turkmenistan uganda uruguay uzbekistan vanuatu venezuela yemen zambia zimbabwe alaska alberta andes arctic balkan baltic bavaria bordeaux brussels budapest cairo caracas casablanca delhi dakar doha dresden frankfurt geneva hamburg hanoi havana helsinki indianapolis istanbul jerusalem karachi kiev kyiv lagos lahore leeds liverpool lyon marseille mecca minsk naples nairobi omaha osaka oslo ottawa palermo rio riyadh rotterdam saigon sacramento salzburg sarajevo scottsdale siberia sicily stuttgart tehran tibet trinidad turin ulster venice wales winnipeg yukon zagreb adams alexander allen alan albert alexandria amsterdam anderson andrew anthony arizona arkansas arthur asia atlanta atlantic austin australia austria baltimore banco bangkok barcelona barnes beijing belgium bell benjamin bennett berlin bob boston brad brazil brian bristol britain british brooks brown bruce buenos burlington byron
calgary california cambridge cameron campbell canada canadian caribbean carl carlisle carolina carter charles charlotte chesapeake chicago chile china chris christopher churchill cincinnati clark clearwater cleveland clinton cohen colorado columbia connecticut costa craig crawford cyprus dakota dallas daniel david davis denmark denver detroit diana donald douglas dublin dubai dylan
eastern eaton edison edward egypt elliott ellis emily england eric ethan europe european evans everett finland florida foster france francis frank franklin fraser fred frederick fulton gary george georgia germany gibson gordon graham grant greece greenland gulf hamilton hampton harris harrison harvard hawaii hawaiian helen henderson henry herbert hong hongkong houston howard hudson hungary
iceland idaho illinois india indiana indonesia iowa iran ireland israel italy ivan jack jackson jacksonville jakarta james japan jason jefferson jerome jersey jim john johnson jones jordan joseph juan julia kansas karen kathy keith kelly kennedy kent kentucky kenya kevin kong korea kuwait larry latin laura lauren lawrence lebanon lee leonard lewis lexington lima lincoln linda lisbon lisa london louis louisiana luis luxembourg
macau madison madrid malaysia malibu manchester manhattan marcus maria marie mark martin mary maryland massachusetts matthew maxwell mediterranean melbourne memphis mexico miami michael michigan midland milan milwaukee minneapolis minnesota mississippi missouri mitchell monaco montana montreal morgan morris morocco moscow mumbai munich nashville nelson netherlands nevada newton newport nicholas nigeria norfolk northern norway norwegian
oakland ohio oklahoma oliver ontario orlando oregon oscar oxford pacific pakistan palo panama paris patrick paul pennsylvania perry peru peter philadelphia philippines phoenix pierre pittsburgh plymouth poland portland portugal potomac prague princeton providence quebec rachel ralph raymond rebecca reynolds richard richmond robert roberts robinson rochester rocky roger rome ronald ross russell russia
ryan saint salem salt sam samuel san santa santiago santos sarah saudi savannah scandinavia scotland scott seattle seoul shanghai shaw simon simmons simpson singapore southern spain spencer stanford stanley stephen steven stewart stockholm stuart sullivan sweden switzerland sydney taiwan tampa taylor tennessee terry texas thailand thomas thompson tokyo toronto tucson tulsa turkey ukraine valencia vancouver vegas vermont victor victoria vienna vietnam virginia vladimir
wagner wallace walt walter warren warsaw washington watson webster wellington western westchester william williams wilson windsor winston wisconsin wright wyoming yellowstone york zimmerman zurich mr mrs dr st mount trump biden harris obama clinton musk powell yellen putin buffett modi bush nixon reagan thatcher johnson sunak starmer macron merkel scholz lake river north south east west new great grand bay cape city county national first united american general global international federal central universal standard union republic democratic republican continental colonial pan trans inter
america americas american asian african african-american arab australian austrian belgian brazilian bulgarian chilean chinese colombian croatian cuban cypriot czech danish dutch egyptian filipino finnish french german greek hungarian icelandic indian indonesian iranian iraqi irish israeli italian jamaican japanese jordanian kenyan korean kuwaiti lebanese libyan malaysian mexican moroccan nigerian pakistani palestinian panamanian peruvian polish portuguese qatari romanian russian saudi scottish singaporean slovak slovenian spanish swedish swiss syrian thai tunisian turkish ukrainian venezuelan vietnamese welsh yemeni`.split(/\s+/));

/**
 * Words, first names and places that some company's name begins with and that news uses for other things, too: one
 * of them alone, though capitalised, names the company only with evidence beside it; two together are a name.
 */
// prettier-ignore
export const wordsToo: ReadonlySet<string> = new Set(`co2 aardvark abacus academy accelerant accelerate acorn acres acumen acuity adagio adaptive advent aesthetic affinity align alignment allegro alchemy alkaline amalgamated amaze amplify amplitude analog angel antelope aqua arbor arcadia ardent arena argo armada armour arrow arrowhead artesian artisan ascent ashes aspire assurance astral athens auburn aurum authentic automatic avalanche avenue axis
badger bandwidth banner bark basin battalion beam berry bespoke bicycle bitwise blade blaze blink bloom bolt bone boundless branch bravo brave bread breeze bright bridge brilliant broadway brownie bullfrog bullish bunker butler butterfly
cactus camber canary candel canon canopy cantaloupe cardinal cargo caribou castle castor catalyst cavalier cavitation ceramic charm cheesecake cheetah cherry chime chimera chord cipher citadel clarity classic clipper clover coastal coda cognition colony comet command comprehensive conduit confluent conifer conservative constant contango contemporary context cordial cornerstone correlate courier covenant crane crescent crest crimson crusader crystal cumulus curative
daybreak dawn deluxe destiny diamondback digger dime diploma disc dispatch distinct diversified dogwood dolphin domain dominion drone dune duo
earth echo eclipse elastic elation electric element elevate elevation elicit emergent empower enlighten enliven entourage enthusiast equator equinox equitable escalade esquire establishment ether eureka evolution evoke exact exceed exponent
farmland fathom federated fidelity figs firefly firsthand fitness flagship flex flora fluent flutter flux flywheel foghorn foresight fortitude forte foundation fragrance freedom frontier fulcrum fuse fury
gate gates gemini genesis genie genius germ glimpse globe glory glucose golden goliath gorilla gossamer grail granite graph graphic grapefruit gravity greenlight groove guardian guerrilla guild guru
hall hallmark harmonic harmony haymaker heartland helix heron highland highlander hills hilltop holistic honest horn hydro hyper
ideal immersion immune inception indigo infinity innate insteel integer integral intelligent intensity intercontinental intrusion intuitive inspirational ipso
jade jasper jazz jaws jubilant kinetic kite knife knot lakeside lattice laureate lava legible lego lemon leopard leverage lexicon lichen lifeway lifeline lineage linear linkage lion lionheart lobo longevity lord lotus lure
mach mad madrigal magellan magnitude magnolia maestro majestic mama mammoth manna mandate marathon mastermind masters matador maze medalist medallion mentor mercantile meridian meritage merit metropolitan midnight millennium mineral mink mint mirage mobility modern momentum monarch monolithic monogram montage moon moonlight motion mountain mystic mystique
natural nautilus network newmarket nightfood nightingale nobility noodles north northwestern novel
obsidian occidental ocular oddity olympic onyx optical optimum optimus orange orbit orchestra orchid organic oriental origin osprey otter outcrop outdoor outfront outset ovation overture oyster
palisade panacea pangaea pantheon papa papaya paradox parallel pathfinder patriot pelican penguin pennant penn penumbra perception perimeter permian petal pilgrim pineapple pinstripe plains planet plasma playboy pliant plum podcast poet polar ponce pony popcorn porch portage potbelly power precision prelude premier prestige pride prime primer profound prosperity protagonist proto pulse pure purple
quad quaint quaker quest quince quintessential radiant rainbow rainmaker rambler ranger rapport rave reborn recon rectitude refresh relay relevant relic remark renaissance reserve resonate retrieve revolve revolution rhythm ribbon rifle rubicon rumble runway
sable sabre saddle safeguard sage satellite scholar scholastic schooner seaport seafarer seneca sentient shield shine shuttle silicon silk silo singularity sincerity sizzle skill skyline skyward sleep smith snail society socket solar solitaire sonic sonnet spar spear spectral spectrum sphere spirits splash sport springboard spruce squirrel stag stealth stellar stone strategic strategy stratus strawberry streamline stride strike suburban sunny sunrise sunshine superstar surf swift
tactile tapestry tempest tenable tenant thermal thesis thoughtful thrive thunder tidal tile timber timberland token tonic topaz torch tortoise tower tractor trailblazer tranquil transact translational treasure trend tribe tribune trident trifecta trilogy tripod triton tron tutor twist
ultra umbra uncle undertone upland upstream urban vantage vast vault vector velocity velvet verb verses vertical vessel vibe victory vine vintage viper virgin virtue vision visionary vista vital viva viking volt volume vortex vulcan
warrior waterfall weave werewolf westward wheel whisper wild windward winner wisdom workhorse wrap xenon yield yonder zeal zenith zest zinc zone boom bullet calm cash chain charge chart chief choice clean clear climb close cloud code coin color comfort concert connect core corner cosmos county cover craft creative crest cross current custom
vegas las bogota lahore lombard manila jiangsu guangdong shenzhen hangzhou guangzhou sichuan hainan hubei hunan zhejiang chongqing galapagos gibraltar himalaya patagonia albany alamo alamos ashland athens augusta austin bath bayou brunswick charlton chatham columbus cumberland devon dover durham dryden fairfax fulton hanover hartford huntington kingston kobe kyoto laredo lancaster lindsay madison mesa middlesex monroe monterey nairn newark norwood omaha parma portland princeton quincy redmond rhode richmond salinas somerset stamford trenton tyrone utah vail waterloo westport winchester windham worcester yonkers yukon
abbott adler alan albert aldo alfred alice amanda amy anders angela anne arnold art baldwin ballard barbara barrett barry ben bennett bentley bernard beth betty bill billy bradley brady brandon brenda brett carlos carol caroline carpenter carroll catherine cathy chapman charlie cherry chuck claire clarence claude cliff clyde colin collins connor courtney crane curtis cynthia dale dan danny darren dave dawson dean debbie dell dennis derek dianne dick dixon don donna doris dorothy doug drew duncan dwight earl eddie edgar edith eleanor elizabeth ellen elliot emma eric erik ernest eugene eva evan felix fiona floyd francesca francisco fred gabriel gail garrett gavin gene gerald gilbert glen glenn gloria gordon grace grady greg gregory gus guy hank hannah harold harriet harry hayden heather hector helena henri holly homer hugh hunter ian irene isaac isabel jake jan jane janet janus jay jean jeff jeffrey jenny jeremy jerry jesse jessica jill jimmy joan joe joel jonathan jose joseph josh joshua joy joyce judith judy julian julie julius justin kai karl kate katherine katie keith ken kim kirk klaus kurt kyle lance leo leon leslie lester lou louise lucas lucy luke lyle lynn marc marcia margaret marion martha marty marvin mathew max maya mel melissa mercer mickey miguel mike miles milton miranda molly mona monica morgan murray nancy natalie nate neal neil nick nicole nina noel nora norman olga olivia otis owen pablo pam pat patricia pearson penny pete phil philip phillip phillips priscilla quentin ralph ramon randy ray reed reid rex rhonda rich rick ricky rita rob robbie rod roland ron ronnie rosa rose rosie roy ruby rupert russ ruth sally sandra sandy sara scot sean sergio seth shane shannon sharon shaun shawn sheila shirley sid sidney silvia simone sofia sonia sophia sophie stan stella steve stewart sue susan suzanne sylvia tara ted teresa theodore tim timothy toby todd tom tommy toni tony tracy travis trevor tyler valerie vanessa vera vernon veronica vince vincent virgil vivian wade wanda wendy wes wesley will william yolanda yvonne zach zoe
monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
apache adelaide astra atkins click founder hello linear marin monte namib penguin phenom rocket sienna sino soho tempest xinjiang acme aero agape agora ale amicus arbutus archimedes atacama birdie brainstorm bullish byline capitol carriage catheter caterpillars centurion chefs cinema coach concorde cousins crispr dare decentral dine diodes dragonfly dreamland dude emerging employers enact endeavour entree
garden geo grande groupe gryphon halberd hawkeye hawthorn healthier hyperion ibex inland jaguars lantern legato lingerie maison marsh molecular mural mustang nouveau onward opal opus ouster pandora parks pathway perceptive performant pinstripes polaris proficient recursion regen regenerative retractable roman royale sandstorm sapiens scorpio seaboard seek
senior simulations skillful society solo sonnet spirit squares stadium starry stitch strata stratos sunstone tamarack telco telephone tenet thrill tidewater tourmaline townsquare tradewinds treehouse turbo unit valley variant vega verde vermilion vesta vita wag werewolves whitestone
albany algonquin boise brandywine cadiz caledonia canterbury cardiff columbia dorchester duluth erie essex gunnison huron juniata kenilworth maui mesabi midwest montauk monte muncy nassau northeast northwest northfield odessa parkland parma portsmouth rhinebeck roma saratoga shenandoah sonoma southeast southwest southland southport southside verona wabash wheaton willamette yale yorkville
allison armstrong avery babcock bancroft barnwell bassett beasley benson blackwell bowen bowman bragg burke carver chapman cullen culp curtiss damon dana denison dole dolly donaldson donnelley duff edwards fairchild ferguson finch franco friedman graf greene hackett hawkins hayward hillman horace irving isabella jacobs jardine jewett kearny kelso kemper kimball kimberly kirby kirkland klein kutcher lamb latham leggett leonardo lindblad logan lowell ludwig mackenzie madrigal mara marti matthews mccormick mcgrath mckinley moody mortimer norris oppenheimer orwell oxley parsons patterson picard portman rafael raphael richardson riley rogers rollins roth ryman salazar sandoval schindler scotts scully siebert simpson stepan sterling sutter thayer thomson thor thornburg tucker tudor vanda wang watts webster werner westwood willis woodbridge
banco bayerische cementos chocoladefabriken companhia compagnie compania controladora corporacion fastighets grupo koninklijke laboratorios nihon perusahaan sociedad societe`.split(/\s+/));

/** Two words that are a well-known company's name, and are said of other things as often. */
export const phrasesToo: ReadonlySet<string> = new Set([
  'american electric',
  'american water',
  'comfort systems',
  'credit acceptance',
  'energy fuels',
  'equity residential',
  'expand energy',
  'global payments',
  'international paper',
  'life time',
  'national grid',
  'open text',
  'public service',
  'public storage',
  'quantum computing',
  'realty income',
  'republic services',
  'steel dynamics',
  'sun communities',
  'travel leisure',
  'uranium energy',
  'waste connections',
]);

/** Words right after a name that say it is none, and right before it; by the name. */
// prettier-ignore
const notBefore: Readonly<Record<string, string>> = {
  'us energy': 'department dept secretary information regulators regulator official officials sector stocks companies policy',
  'u.s energy': 'department dept secretary information regulators regulator official officials sector stocks companies policy',
  apache: 'software foundation helicopter helicopters tribe county server spark kafka license trail junction reservation',
  apple: 'recipe recipes tart crisp butter cake dessert strudel blossom harvest growers orchard orchards cider pie pies juice picking trees tree crop crops farmers season fruit sauce',
  visa: 'application applications ban bans holder holders fee fees program programs programme rule rules waiver waivers policy status free restriction restrictions lottery overstays requirements requirement backlog curbs scheme processing appointments delays interview interviews',
  target: 'price prices rate date range of for to is',
  gap: 'filled fill fills was support resistance created risk between in year up down higher lower widens narrows closes insurance and',
  shell: 'company companies corporation game shock out shocked',
  carnival: 'season parade cruise-goers celebrations kicks in of',
  match: 'point between day play preview report fixing',
  square: 'feet foot miles mile enix off meters kilometers metres',
  block: 'deal deals trade trades of chain on party sale',
  snap: 'election elections back poll judgment judgement lockdown vote winning',
  delta: 'calls puts hedge hedging hedged neutral one variant variants force air-lines wave strain',
  oracle: 'of',
  meta: 'analysis analyses description tag tags data feed study studies review reviews',
  gm: 'crop crops food foods seed seeds corn maize wheat mustard cotton soy soybean soybeans rice mosquitoes technology trees',
  celsius: 'network degrees or heat temperatures',
  ryder: 'cup',
  madison: 'square avenue wisconsin',
  cms: 'administrator',
  alliance: 'of between',
  crispr: 'gene genes babies editing technology therapy cas9 based',
  kirkland: 'signature washington',
  tenet: 'of',
  coke: 'oven ovens coal prices',
  amazon: 'rainforests tribe tribes warrior warriors parrot drought burning delta soy rainforest river basin forest fires deforestation jungle region',
  ford: 'foundation brothers coppola administration v',
  discover: 'the a how why what new that your',
  zoom: 'call calls meeting meetings in out on lens',
  arm: 'wrestling ban of in twist',
  best: 'practices of way',
  toast: 'to of',
  progressive: 'democrats democrat party policies policy politics politicians caucus voters tax taxes rates candidate candidates left agenda movement groups lawmakers activists senator senators wing ideas values causes prosecutor prosecutors mayor rock lenses',
  unity: 'government accord pact talks cabinet against',
  southwest: 'border of virginia china asia florida england',
  tyson: 'fury fight vs',
  wynn: 'jones',
  goodyear: 'blimp',
  fox: 'news business sports host hunting',
  freeport: 'lng indonesia bahamas',
  'fast track': 'designation designated designations status approval process',
  crown: 'prince princess jewel jewels court estate dependency attorney',
  nice: 'to of work job try day one little profits and',
  bumble: 'bee bees',
  affirm: 'commitment commitments support that ties the its their',
  nest: 'egg eggs box boxes of',
  threads: 'of',
  slack: 'demand labor labour in season off',
  tide: 'turns turning of is comes rises pool pools',
  vans: 'collide crash carrying with',
  charter: 'school schools flight flights of plane rights change',
  iridium: 'price prices output',
  'best buy': 'now or list lists zone right before under range candidates ideas stocks picks rated calls',
  kellogg: 'school professor foundation graduate fellow',
  peloton: 'of',
  chevron: 'pattern patterns print stripe stripes deference doctrine ruling precedent decision',
  caterpillar: 'outbreak infestation larvae species fungus drive',
  hershey: 'park bears',
  intel: 'official officials chief chiefs agency agencies report reports committee community sharing assessment assessments briefing briefings leak leaks gathering source sources officer officers',
  tesla: 'coil coils',
  coach: 'of and who fired sacked says hired',
  penn: 'state station university relays quarterback',
  box: 'office set sets score lunch truck cutter elder',
  ball: 'drop drops game boy girl state park',
  pool: 'party table safety drowning report reporter',
  bath: 'time salts bomb',
  guess: 'who what how which where',
  express: 'train trains lane lanes bus entry',
  children: 'of in with who at and are',
  harley: 'quinn street',
  united: 'states nations kingdom way front airlines arab',
};
export const wordsNotBefore: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(notBefore).map(([name, words]) => [name, new Set(words.split(' '))]),
);

/** Words right before a name that make another of it: `New Zealand`, `Bill Gates`, `Golden Visa`. */
const notBehind: Readonly<Record<string, string>> = {
  zealand: 'new',
  gates: 'bill melinda',
  ford: 'tom harrison gerald betty doug rob',
  celsius: 'degrees degree',
  williams: 'serena venus robin',
  block: 'carson r mental road sun breeze chopping',
  apple: 'big candy caramel golden poison adam fiona green red',
  tyson: 'degrasse mike cicely laura',
  visa: 'golden entry transit schengen investor nomad exit k1 eb5 eb-5 spousal',
  snap: 'cold oh',
  gap: 'upside downside weekly daily opening price bull bear wage funding skills generation wealth',
  valley: 'silicon',
  shell: 'tank nut taco',
  target: 'moving soft easy',
  delta: 'higher lower mississippi niger mekong nile okavango river ganges danube yangtze pearl',
  intel: 'us u.s russian israeli military classified ukrainian british threat new western chinese american nato human open-source',
  tesla: 'nikola',
  garden: 'square',
  coach: 'head assistant former new life basketball football',
  harley: 'quinn',
  united: 'manchester leeds newcastle minnesota atlanta sheffield west',
  square: 'times tiananmen red trafalgar union herald public town madison',
  discover: 'to',
  ball: 'crystal lamelo lonzo masters fancy',
};
export const wordsNotBehind: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(notBehind).map(([name, words]) => [name, new Set(words.split(' '))]),
);

/** A word of these right before makes a common noun of what follows. */
export const wordsNotAfter: ReadonlySet<string> = new Set(
  'price inflation a an the this that my your our their his her its each every any no some which these those sales growth profit rate deficit pay wage gender tourist travel student work h1b h-1b on off wide wider big bigger'.split(
    ' ',
  ),
);

/** Words right after that make a name of what stands before: what companies have, are and do. */
// prettier-ignore
export const companyWords: ReadonlySet<string> = new Set(`inc corp corporation co company ltd plc llc stock stocks shares share shareholders shareholder investors ceo cfo coo cto chairman chief president executive executives board directors
q1 q2 q3 q4 fy eps ebitda revenue revenues sales profit profits earnings results quarterly dividend guidance outlook forecast ipo merger acquisition buyback analyst analysts bonds debt unit subsidiary spokesperson spokesman employees workers
beats beat misses missed tops topped reports reported posts posted declares declared announces announced acquires acquired buys bought sells sold raises raised cuts cut lowers lowered names named appoints appointed hires launches launched unveils unveiled
signs signed wins won secures secured receives received gets plans expects sees says said agrees agreed completes completed prices priced files filed sues sued settles settled faces recalls recalled halts halted resumes
jumps jumped surges surged soars soared rises rose gains gained climbs climbed rallies rallied falls fell drops dropped slides slid sinks sank tumbles tumbled plunges plunged slumps slumped slips slipped dips trades trading upgraded downgraded initiated reiterated maintained
expands extends enters partners teams invests opens closes shuts lays slashes boosts hikes warns swings returns restructures spins explores considers weighs eyes seeks nears offers introduces rolls reveals debuts delays suspends cancels non gaap adds doubles group holdings holding therapeutics pharma pharmaceuticals technologies inks bags lands nabs grows guides initiates prelim preliminary reaffirms reduces reiterates upsizes commences submits provides receives awarded granted selected elects hikes terminates redeems tapped picked closing closed rallying climbing sinking soaring plunging falling rising higher lower companies cos brokerage charged offloads unloads near begins hits leads taps builds delivers confirms schedules issues repays refinances obtains demonstrates reviews replaces renews ships sees`.split(/\s+/));
