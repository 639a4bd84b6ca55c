/**
 * Words that are a company's name and also something else: what must stand beside them, or must not, for
 * them to be the company. Common words (text/common-words.ts) are ambiguous without being listed.
 */

/** Common or older words that English news seldom writes in lower case, so that counting does not show them as words. */
// prettier-ignore
export const nounsToo: ReadonlySet<string> = new Set(`apple visa gap target carnival oracle block square snap shell match ally zoom arm unity celsius progressive travelers southwest delta
affirm upstart workday paramount constellation vertex regions citizens discover prudential lucid nova orion atlas phoenix jaguar puma falcon eagle titan pioneer frontier horizon summit pinnacle apex zenith legacy
heritage liberty patriot guardian sentinel beacon compass anchor harbor crown royal imperial regal monarch sterling silver copper platinum diamond pearl ruby emerald sapphire amber coral
dash root hippo lemonade opendoor robin oasis mercury saturn jupiter neptune mars venus aurora eclipse nebula cosmos comet meteor galaxy vector matrix radius quantum photon electron proton neutron atom
cedar oak maple pine willow aspen birch redwood sequoia evergreen meadow prairie canyon ridge summit glacier rapid cascade niagara everest denali sierra alpine delta nile amazon orinoco
buckle boot crocs columbia canada nomad ranger scout explorer voyager mariner navigator trek odyssey chase spire anthem concord concordia accord alliance allegiance regent viking
trinity genesis exodus eden babel ark noah solomon samson hercules apollo athena zeus hermes artemis ares eros iris juno
duke king prince baron knight bishop dean abbot marshall mason cooper carter hunter fisher miller baker taylor porter turner walker parker harper weaver potter sawyer tanner thatcher wheeler
energizer clorox coherent inspire enact embark encore encompass evolve evolv ensign endeavor enhance ingles ingredion innovate insight insulet intrepid invitation iridium ironwood
lumen lumos lucent luminar luna lands mosaic motif mueller murphy myriad nature noble nordic oceaneering omega alpha beta gamma sigma epsilon delta lambda
spark spirit sprout sprouts stable standard star steel stem stride strive sun surge sway symbolic synergy tandem tango tempo tempur tempus tilly toast torrid traeger transcend triumph tropical trupanion turtle
wave whirlpool wolverine wendys world xerox yeti zebra zephyr zion zynex carvana grab reservoir reliance resolute alliance gentex hyster fossil guess express chicos children`.split(/\s+/));

/** First names, surnames and places that begin a company's name, too often somebody or somewhere else to stand for it alone. */
// prettier-ignore
export const peopleAndPlaces: ReadonlySet<string> = new Set(`afghanistan albania algeria angola argentina armenia azerbaijan bahamas bahrain bangladesh barbados belarus belize bermuda bhutan bolivia bosnia botswana brunei bulgaria burma cambodia cameroon cayman chad colombia congo croatia cuba czech dominican ecuador salvador eritrea estonia ethiopia fiji gabon gambia ghana guatemala guernsey guinea guyana haiti honduras iraq jamaica jordan kazakhstan kosovo kyrgyzstan laos latvia liberia libya lithuania macedonia madagascar malawi mali malta mauritania mauritius moldova mongolia montenegro mozambique myanmar namibia nepal nicaragua niger oman palestine papua paraguay qatar romania rwanda senegal serbia seychelles slovakia slovenia somalia sudan suriname syria tajikistan tanzania togo tunisia turkmenistan uganda uruguay uzbekistan vanuatu venezuela yemen zambia zimbabwe alaska alberta andes arctic balkan baltic bavaria bordeaux brussels budapest cairo caracas casablanca delhi dakar doha dresden frankfurt geneva hamburg hanoi havana helsinki indianapolis istanbul jerusalem karachi kiev kyiv lagos lahore leeds liverpool lyon marseille mecca minsk naples nairobi omaha osaka oslo ottawa palermo rio riyadh rotterdam saigon sacramento salzburg sarajevo scottsdale siberia sicily stuttgart tehran tibet trinidad turin ulster venice wales winnipeg yukon zagreb adams alexander allen alan albert alexandria amsterdam anderson andrew anthony arizona arkansas arthur asia atlanta atlantic austin australia austria baltimore banco bangkok barcelona barnes beijing belgium bell benjamin bennett berlin bob boston brad brazil brian bristol britain british brooks brown bruce buenos burlington byron
calgary california cambridge cameron campbell canada canadian caribbean carl carlisle carolina carter charles charlotte chesapeake chicago chile china chris christopher churchill cincinnati clark clearwater cleveland clinton cohen colorado columbia connecticut costa craig crawford cyprus dakota dallas daniel david davis denmark denver detroit diana donald douglas dublin dubai dylan
eastern eaton edison edward egypt elliott ellis emily england eric ethan europe european evans everett finland florida foster france francis frank franklin fraser fred frederick fulton gary george georgia germany gibson gordon graham grant greece greenland gulf hamilton hampton harris harrison harvard hawaii hawaiian helen henderson henry herbert hong hongkong houston howard hudson hungary
iceland idaho illinois india indiana indonesia iowa iran ireland israel italy ivan jack jackson jacksonville jakarta james japan jason jefferson jerome jersey jim john johnson jones jordan joseph juan julia kansas karen kathy keith kelly kennedy kent kentucky kenya kevin kong korea kuwait larry latin laura lauren lawrence lebanon lee leonard lewis lexington lima lincoln linda lisbon lisa london louis louisiana luis luxembourg
macau madison madrid malaysia malibu manchester manhattan marcus maria marie mark martin mary maryland massachusetts matthew maxwell mediterranean melbourne memphis mexico miami michael michigan midland milan milwaukee minneapolis minnesota mississippi missouri mitchell monaco montana montreal morgan morris morocco moscow mumbai munich nashville nelson netherlands nevada newton newport nicholas nigeria norfolk northern norway norwegian
oakland ohio oklahoma oliver ontario orlando oregon oscar oxford pacific pakistan palo panama paris patrick paul pennsylvania perry peru peter philadelphia philippines phoenix pierre pittsburgh plymouth poland portland portugal potomac prague princeton providence quebec rachel ralph raymond rebecca reynolds richard richmond robert roberts robinson rochester rocky roger rome ronald ross russell russia
ryan saint salem salt sam samuel san santa santiago santos sarah saudi savannah scandinavia scotland scott seattle seoul shanghai shaw simon simmons simpson singapore southern spain spencer stanford stanley stephen steven stewart stockholm stuart sullivan sweden switzerland sydney taiwan tampa taylor tennessee terry texas thailand thomas thompson tokyo toronto tucson tulsa turkey ukraine valencia vancouver vegas vermont victor victoria vienna vietnam virginia vladimir
wagner wallace walt walter warren warsaw washington watson webster wellington western westchester william williams wilson windsor winston wisconsin wright wyoming yellowstone york zimmerman zurich mr mrs dr st mount trump biden harris obama clinton musk powell yellen putin buffett modi bush nixon reagan thatcher johnson sunak starmer macron merkel scholz lake river north south east west new great grand bay cape city county national first united american general global international federal central universal standard union republic democratic republican continental colonial pan trans inter`.split(/\s+/));

/** Words right after a name that say it is none, and right before it; by the name. */
// prettier-ignore
const notBefore: Readonly<Record<string, string>> = {
  apple: 'harvest growers orchard orchards cider pie pies juice picking trees tree crop crops farmers season fruit sauce',
  visa: 'application applications ban bans holder holders fee fees program programs programme rule rules waiver waivers policy status free restriction restrictions lottery overstays requirements requirement backlog curbs scheme processing appointments',
  target: 'price prices rate date range of for to is',
  gap: 'between in year up down higher lower widens narrows closes insurance and',
  shell: 'company companies corporation game shock out shocked',
  carnival: 'season parade cruise-goers celebrations kicks in of',
  match: 'point between day play preview report fixing',
  square: 'feet foot miles mile enix off meters kilometers metres',
  block: 'deal deals trade trades of chain on party sale',
  snap: 'election elections back poll judgment judgement lockdown vote winning',
  delta: 'variant variants force air-lines wave strain',
  oracle: 'of',
  meta: 'analysis analyses',
  coke: 'oven ovens coal prices',
  amazon: 'rainforest river basin forest fires deforestation jungle region',
  ford: 'foundation brothers coppola administration',
  discover: 'the a how why what new that your',
  zoom: 'call calls meeting meetings in out on lens',
  arm: 'wrestling ban of in twist',
  best: 'practices of way',
  toast: 'to of',
  progressive: 'democrats party policies caucus voters tax rates candidate',
  unity: 'government accord pact talks cabinet against',
  southwest: 'border of virginia china asia florida england',
  tyson: 'fury fight vs',
  wynn: 'jones',
  goodyear: 'blimp',
  fox: 'news business sports host hunting',
  united: 'states nations kingdom way front airlines arab',
};
export const wordsNotBefore: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(notBefore).map(([name, words]) => [name, new Set(words.split(' '))]),
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
expands extends enters partners teams invests opens closes shuts lays slashes boosts hikes warns swings returns restructures spins explores considers weighs eyes seeks nears offers introduces rolls reveals debuts delays suspends cancels non gaap adds doubles`.split(/\s+/));
