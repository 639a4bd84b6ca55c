/** The rules of markets and of the world that moves them. */
import { rule, type CategoryRule } from './rule.ts';

// prettier-ignore
export const marketRules: readonly CategoryRule[] = [
  rule('macro_economy', 10, `
    {fomc,federal open market committee,employment situation,personal income and outlays,consumer price index,producer price index} |
    retail sales {rise,rises,rose,fall,falls,fell,beat,miss,jump,drop,slip,climb,surge,slump,unexpectedly} |
    {unemployment,jobless rate} {climbs,jumps,hits,falls,drops,rises,holds,edges,unexpectedly}`),
  rule('macro_economy', 5, `
    {deal,agreement,loan,accord,bailout,program,programme} with imf |
    {cushion,shield,protect} ... {shock,economy,fallout} | {pledges,unveils,unveil,announces,plans,plan,readies,approves} ... {stimulus,aid package,rescue package,relief package,stimulus package} | finance {minister,ministry} ... {billion,trillion,budget,aid,stimulus,package} | {debating,debate,digest,digests,parse,parses,weigh} ... {the data,data,calendar} |
    {wholesale,business,retail} inventories |
    {balance of payments,bank debt,bank rate,bill auction,bill auctions,buys dollars,cash rate,certificates of deposit,chip pact,empire state,euribor,gnp,intervened,
     intervenes,libor,loan prime rate,m1,m2,m3,money supply,philly fed,raise prime,refi rate,repurchase pact,securities repurchase,selic,sells dollars,sofr,
     stabilise currencies,t bill,treasury bill,treasury bills,triple a,unfair trade} | {prime,base,lending,discount,intervention,overnight,deposit} {rate,rates} |
    {personal,national} income | leading {index,indicators} | {official,foreign,currency,net,gold} reserves | capacity {use,utilisation,utilization} |
    {retail,consumer,producer,wholesale} {prices,inflation} | trade {surplus,gap,figures,bill,pact,dispute,deficit} | economic {growth,expansion,recovery,policy} |
    trade {talks,deal,war,probe,probes,investigation,tensions,quarrel,row,truce,curbs,sanctions,barriers,imbalance,imbalances,retaliation,friction,policy,laws} |
    {current account,payments,trade} {surplus,deficit,balance} | {currency,exchange} {controls,restrictions,intervention,liberalisation,bill,rates,rate} |
    {foreign,external,official} {debt,reserves} | {factory,export,industrial} orders | {reserve,reserves} requirement |
    {taiwan,korean,canadian,australian,hong kong,singapore} {dollar,won,currency} | {tax,taxes} {cut,cuts,reform,rise,increase,plan} |
    import {curbs,controls,restrictions,quotas} | {adds,added} <num> jobs | {rate,rates} unchanged |
    {economy,gdp} {shrinks,grows,contracts,expands,stalls,cools,rebounds} |
    {retail,home,vehicle,auto,appliance} {sales,turnover,shipments} {rise,rises,rose,fall,falls,fell,drop,dropped,up,down,jump,slip,<pct>,<num>} |
    retail {sales,turnover} | {real,average,hourly,weekly} {earnings,wages} | unemployment {rises,falls,rose,fell,rate} |
    {household,consumer,government,public} {spending,consumption,revenue,revenues,borrowing,debt,finances} |
    {capital,currency} {inflow,inflows,outflow,outflows,flight} | {housing,home} {completions,starts,permits,sales,prices} | reserves {rise,rose,fall,fell} |
    prime {lending,cut,to} | {t bill,bill} {rate,rates,average,auction,auctions,tender} | {money market,liquidity} {aid,help,assistance,operations,shortage,deficit} |
    {industrial,producer,consumer} {product,prices,price} | {economy,growth,gnp,gdp} {forecast,seen,outlook,slows,estimate} | {export,import} growth |
    {open,opens} ... markets to | key {rate,rates} |
    {consumer,business,investor,economic} {confidence,sentiment} {sinks,falls,rises,drops,slips,climbs,jumps,improves,worsens,plunges,hits} |
    {loses,lost,sheds,shed,creates,created,gains,gained} <num> jobs |
    {hikes,cuts,raises,lowers,holds,keeps,leaves} ... {rate,rates} {to,at,by,unchanged,steady,on hold}`),
  rule('macro_economy', 4, `
    {agricultural reform,austerity,bank of england,bank of japan,bilateral trade,boc,boe,boj,borrowing costs,bundesbank,bunds,central bank,central banks,
     cost of living,cpi,deflation,devaluation,discount window,disinflation,durable goods,ecb,economists,fed,federal funds,federal reserve,fomc,foreign exchange,
     foreign investment,forex,fx,gatt,gdp,gilts,household wealth,housing market,inflation,interbank,ism,job openings,jolts,money market,net inflow,nonfarm,payrolls,
     payrolls grew,pboc,pce,pmi,ppi,rba,rbnz,recession,repurchase agreement,repurchase agreements,reserve bank,reverse repo,riksbank,snb,special advances,
     stagflation,student loan,student loans,trade reform,treasuries,wage growth,yield curve} | {interest,mortgage,policy,repo,benchmark} {rate,rates} |
    rate {hike,hikes,cut,cuts,rise,increase,increases,decision,path} | {consumer,producer,wholesale,import} {price,prices} {index,rise,fell,rose} |
    {jobless,unemployment,initial} {claims,rate} | {jobs,employment} {report,growth,data} | {existing home,new home,pending home} sales |
    {consumer,business,economic} {confidence,sentiment,growth,data,outlook,activity} | {industrial,factory,manufacturing} {production,output,orders,activity} |
    {budget,current account} {deficit,surplus,gap,balance} | {treasury,bond,gilt,bund} {yields,yield,market,auction} | quantitative {easing,tightening} |
    {dollar,euro,yen,sterling,yuan,rupee,pound,peso,lira,ruble,loonie,franc,currency,currencies} {rises,falls,slips,gains,index,strengthens,weakens,hits,slides,slumps,steadies,climbs,drops,rallies,jumps} |
    {unemployment,jobless,inflation,deficit,surplus,exports,imports,indicator,indicators} ... {pct,percent} |
    {trade,import,export} {curbs,status,restrictions,sanctions,talks,mission,relations,retaliation} | {rise,fall} in {indicators,prices,inflation,unemployment} |
    {rand,won,ringgit,zloty,forint,krona,shekel,peso,real,lira,rupiah,baht} {tumbles,firms,slumps,rallies,weakens,strengthens,slides,steadies,sinks} |
    {wealth,wages,spending,savings,debt,delinquencies} {surge,climb,climbs,hits,rise,rises,falls,fall}`),
  rule('macro_economy', 3, `
    {export,import} {licences,licenses,credits,ban} | {exports,imports} {rise,fall,jump,drop,slump,surge,grow,shrink,slip,climb,rose,fell}`),
  rule('macro_economy', 2, `
    {banking system,banks,bond,bonds,budget,consumers,credit,currency,debt,debt ceiling,deficit,dollar,draghi,duties,economic,economies,economist,economy,euro,
     euro zone,eurozone,excise,exports,fiscal,food prices,forecasts growth,fuel,gross domestic product,housing,imf,imports,labor market,lagarde,lira,lockdown,mom,
     monetary,mortgage,mortgages,policymakers,population,pound,powell,rates,real estate,rupee,shortage,shortages,shutdowns,small businesses,sovereign,sterling,
     stimulus,stimulus package,supply chain,taper,tapering,tariff,tariffs,trade,treasury,unemployment,wage,wages,workers,world bank,yellen,yen,yields,yoy,yuan}`),
  rule('market_movers', 6, `
    {morning bid,trading day}`),
  rule('market_movers', 7, `
    {kospi,kosdaq,tsx,topix,csi300,csi 300,nikkei,hang seng,sensex,nifty,ftse,dax,cac 40,ibex,stoxx,stoxx 600,asx,asx 200,ibovespa,bovespa,shanghai composite,straits times index,taiex,dow,s&p 500,nasdaq} ... {sinks,sink,slides,slide,slips,slip,falls,fall,drops,drop,loses,losses,gains,gain,rises,rise,climbs,jumps,rallies,rally,rebounds,rebound,ends,closes,retreats,retreat,low,lows,high,highs,higher,lower,flat,tumbles,plunges,weakens,extends,down,up} |
    {weigh,weighs,drag,drags} on {kospi,tsx,topix,nikkei,hang seng,sensex,nifty,ftse,dax,stoxx,asx,dow,s&p 500,nasdaq,wall street} |
    {philippine,korean,thai,malaysian,indonesian,taiwan,australian,canadian,german,french,british,brazilian,mexican,turkish,saudi,gulf,hong kong,china,mainland,tokyo,seoul} {shares,stocks,equities} ... {sink,sinks,slide,slip,fall,drop,gain,rise,climb,jump,rally,rebound,end,close,retreat,tumble,plunge,weaken,extend,higher,lower,flat} | benchmark index`),
  rule('market_movers', 5, `
    stock movers | {dow,nasdaq,s&p 500,s&p,sensex,nifty,nikkei,hang seng,dax,ftse,ftse 100} ... points |
    {bank,chip,tech,energy,auto,oil,airline,defense,mining,retail,crypto,ai,semiconductor,drug,biotech,solar} {stocks,shares} {plunge,jump,soar,surge,slump,tumble,rally,fall,rise,slide,sink,drop,climb,gain,slip,retreat,rebound,sell off} |
    {gold,copper,silver,oil,uranium,lithium} {miners,majors} {rally,jump,soar,surge,slump,tumble,fall,rise,slide,sink,drop,climb,gain}`),
  rule('market_movers', 4, `
    {after hours,aftermarket,broader markets,bull market,gainers,in the red,late market,losers,movers,postmarket,premarket,short squeeze,unusual options} |
    {shares,stock,share price} {jump,jumps,surge,surges,soar,soars,rise,rises,fall,falls,drop,drops,plunge,plunges,sink,sinks,slide,slides,tumble,tumbles,slump,slumps,slip,slips,climb,climbs,rally,rallies,gain,gains,spike,spikes,pop,pops,dip,dips,crash,crashes,up,down,higher,lower,rebound,rebounds,halted,resume,moving,trading,open,skyrocket,sell off,edge,edges,plummet,plummets,rocket,<pct>} |
    stocks {moving,mixed,end,close,closed,open,slip,fall,rise,drop,gain,climb,rally,surge,slump,slide,tumble,retreat,sink,advance,rebound,steady,edge,jump,extend,start,dip,hit,to watch,that hit,which set,weigh,mark,face,fluctuate} |
    {biggest,top,notable} {movers,gainers,losers,mover} |
    {premarket,pre market,after hours,mid day,midday,mid morning,mid afternoon,afternoon,morning} {movers,session,market,trading,gainers} |
    {52 week,all time,session,intraday} {high,highs,low,lows} |
    {wall street,wall st,dow,nasdaq,s&p 500,s&p,sensex,nifty,ftse,dax,nikkei,hang seng,stoxx,tsx,djia} {ends,closes,slips,falls,rises,gains,drops,opens,climbs,futures,up,down,hits,jumps,slides,tumbles,rallies,edges,at,retreats,fluctuates,closed,surges,slumps,extends,composite} |
    {stock,equity,stocks} {market,markets,futures,rout,rally,index,selloff} |
    {market,markets} {update,wrap,latest,report,open,rally,close,hustle,movers,rout,selloff,today,live,recap} |
    {us,asian,asia,european,japanese,chinese,indian,world,global,emerging} {stocks,shares,equities,markets} | {trading,trade} {higher,lower} | why ... {stock,shares} |
    {spikes,surges,soars,jumps,tumbles,plunges,sinks,slumps,slides,pulls back,rallies} {higher,lower,back,again} | {surge,slump,plunge,rally} as |
    {ahead,up,down,higher,lower} <pct> | {slips,drops,falls,slides,dips,rises,gains,climbs,jumps} {despite,even as,even after} |
    shares {plunge,drop,jump,fall,rise} most`),
  rule('market_movers', 3, `
    {dow,nasdaq,nifty,s&p 500,sensex,stocks,wall street} |
    {jumps,surges,soars,plunges,sinks,tumbles,slumps,spikes,rallies,skyrockets,craters,slides,pops,climbs,drops,falls,rises,gains,slips,dips} {<pct>,after,on,as,amid,despite,before,following} |
    {gaps,gapping,indicated} {up,down} | {jump,surge,soar,plunge,sink,tumble,slump,spike,rally,skyrocket,crater,slide,pop} {<pct>,after,on,as,amid,following,with} |
    {climb,drop,fall,rise,gain,slip,dip,rose,fell,rebound,retreat} {<pct>,after,as,amid,following,with} |
    {jumps,surges,soars,plunges,sinks,tumbles,slumps,rallies,slides,climbs,drops,falls,rises,gains,slips,dips} with`),
  rule('market_movers', 2, `
    {record,multi year,month,year} {high,highs,low,lows} |
    {jumps,surges,soars,plunges,sinks,tumbles,slumps,spikes,rallies,slides,climbs,drops,falls,rises,gains,slips,dips} {in,to}`),
  rule('market_movers', 1, `
    {equities,futures,investors,markets,rally,selloff,shares,stock,traders,volatility}`),
  rule('sector_analysis', 3, `
    {industry,reits,sector,sectors,top performing industries} |
    {bank,banking,airline,tech,technology,chip,semiconductor,energy,auto,automotive,retail,cannabis,healthcare,biotech,pharma,oil,utility,utilities,hotel,restaurant,cruise,travel,housing,homebuilder,insurance,software,metal,defense,solar,ev,telecom,it,psu,reit,industrial} {sector,industry,stocks,names,plays} |
    {sector,industry} {outlook,update,watch,view,analysis,trends,report} | {best,top} ... stocks in |
    {automakers,carmakers,chipmakers,homebuilders,airlines,insurers,retailers,drugmakers,utilities,landlords,hospitals,lenders,hotels,restaurants,steelmakers,shippers,ev makers,chip makers,drug makers} {face,brace,grapple,struggle,see,feel,ramp,scramble,turn,bet,battle} |
    {bullish,bearish} on {biotech,banks,tech,energy,healthcare,retail,chips,software,semiconductors,utilities,airlines,housing} |
    {automakers,carmakers,chipmakers,homebuilders,airlines,insurers,retailers,drugmakers,utilities,landlords,hospitals,lenders,hotels,restaurants,steelmakers,shippers} {ride,slow,look,get,enjoy,suffer,eye,rush,race} |
    {restaurant,hotel,retail,grocery,store} chains`),
  rule('commodities', 8, `
    {crude,gasoline,distillate,heating oil,fuel,copper,zinc,tin,lead,aluminium,aluminum,nickel,grain,wheat,corn,soybean,sugar,coffee,cocoa,cotton,palm oil,rubber} {stocks,stockpiles,inventories}`),
  rule('commodities', 6, `
    {oil,crude,gas,gold,silver,copper,wheat,corn,coffee,cocoa,sugar,lng,coal,gasoline,fuel,iron ore,palm oil} prices {surge,surges,soar,soars,jump,jumps,spike,spikes,climb,climbs,rise,rises,fall,falls,drop,drops,slide,slides,slip,slips,plunge,plunges,tumble,tumbles,sink,sinks,ease,eases,steady,rally,rebound} |
    {import,imports,importing,export,exports,exporting,buy,buys,sell} ... {grain,wheat,corn,maize,barley,rice,soybeans,palm oil,sugar,tonnes,cargoes,crude,lng,coal,uranium} |
    {grain,wheat,corn,maize,barley,rice,soybean,soybeans,soymeal,palm oil,sugar,coffee,cocoa,cotton,rubber,coconut,oilseed,oilseeds,fishmeal,beef,pork,crude,lng,coal,uranium,steel,alumina} ... {export,exports,import,imports,licences,licenses,shipments,duty,duties,tariff,subsidies,bonus} |
    {gold,silver,copper,platinum,palladium,oil,brent,crude,wti,wheat,corn,coffee,cocoa,sugar,cotton,natural gas,lithium,uranium,nickel,aluminum,soybeans,soybean} {hits,extends,settles,slumps,jumps,falls,rises,climbs,slides,drops,near,nears,tops,above,below,futures,at,plunges,soars,surges,retreats,eases,gains,slips,steadies,rebounds} |
    baltic dry {index,falls,rises,drops,climbs} | {petroleum,inventory,rig,crude,oil} {data,report,inventories,stockpiles} | weekly {petroleum,crude,inventory} |
    {oil,crude,lng,gas,coal,fuel,uranium,gold,silver,copper,steel,iron ore,alumina,grain,wheat,corn,maize,barley,rice,soybean,soybeans,soymeal,palm oil,sugar,coffee,cocoa,cotton,rubber,beef,pork,lumber,fertilizer,fishmeal} {export,exports,import,imports,shipments}`),
  rule('commodities', 5, `
    {baltic dry,bosphorus,bpd,buffer stock,carbon price,cif,cold storage,dockers,dockworkers,dwt,export quota,export quotas,fats,fcoj,fob,freighter,fuel tax,
     fuel taxes,gas tax,gasoline tax,growers,icebreaker,import fee,import fees,longshoremen,lpg,meatpackers,oilfield,oilfields,oils,red sea,seamen,seaway,
     shipbuilder,shipbuilders,shipbuilding,shipyard,shipyards,steel industry,steelmaker,steelmakers,strait of hormuz,supertanker,tankers,tender for,vessels,waterway} |
    {distillate,crude,gasoline,fuel,heating oil,oil,oils,fats,palm oil,grain,wheat,corn,soybean,sugar,cocoa,coffee,cotton,rubber,tin,copper,zinc,lead,aluminium,aluminum,nickel,steel,pork,belly,bellies,beef,tallow,cheese,butter,meal,lumber} ... {stocks,stockpiles,inventories} |
    {vegetable,palm,fish,soybean,sunflower,rapeseed,coconut} {oil,oils,meal,kernel} | {bone,feed} meal | export {subsidies,subsidy,enhancement} |
    {farm,farmers,agriculture,agricultural,grain,wheat,corn,soybean,sugar,dairy,cotton,rice} {subsidy,subsidies,program,programme,programs,bill,groups,aid,policy,reform,reforms,committee,lobby,loan,loans,exports,imports,market,markets,trade,production} |
    {shipping,tanker,tankers,freighter,freight,ship,ships,vessel,vessels,cargo,bulk,port,canal} {rates,traffic,line,lines,lane,lanes,owners,sector,strike,queue,backlog,waiting,fleet,volume,volumes,delays,conference} |
    {panama,suez} canal |
    {oil,gas,coal,mineral} {development,reserves,exploration,deposits,production,policy,ministry,minister,ministers,loan,loans,tariff,import fee} |
    {refining,smelting} capacity |
    {polyethylene,polypropylene,resin,resins,petrochemical,petrochemicals,chemical,ethylene,propane,naphtha} {price,prices,output,capacity} |
    {lead,tin,zinc,copper,aluminum,steel} {metal,metals} | energy {markets,futures,agency} |
    {uranium,gold,silver,palm,olein,fishmeal,coal,steel,lumber,wood} {import,imports,exports,shipments,coin,coins,tender,ore,reserves,mine,deposit} |
    {weak,tight,surplus,glut of} supply | {lithium,cocoa,coffee,uranium,iron ore,diesel,gasoline,petrol,pump,egg} prices |
    {oil,crude,gas,lng,lpg,coal,fuel,grain,corn,wheat,barley,soybean,soybeans,oilseed,sugar,coffee,cocoa,tea,rubber,cotton,wool,fishmeal,palm oil,beef,meat,pork,poultry,alumina,bauxite,ore,iron,steel,copper,zinc,tin,lead,uranium,lumber,plywood,timber,fertilizer,potash} ... {imports,exports,import,export,duty,duties,quota,quotas,tariff,tariffs,growers,farmers,producers,crushers,tender,cargoes,capacity,mill,acreage} |
    {buying,import,export,sugar,wheat,rice,grain,vegetable oil} tender |
    {offshore,exploration,drilling} {blocks,licence,licences,licenses,expenditure,program,programme} | {oil,gas} {companies,firms,executives,crisis,rights} |
    {orange,citrus} {juice,crop}`),
  rule('commodities', 4, `
    {barley,barrel,barrels,beef,brent,bushel,bushels,cattle,ccc,cereal,cereals,cocoa,coffee,commodity credit,corn,cotton,crops,dock workers,drought,export bonus,
     fishmeal,gas prices,grain,grains,harvest,hog,hogs,hoof and mouth,livestock,maize,mcx,meat,natgas,nord stream,oilseed,oilseeds,opec,opec+,ounce,paddy,plantings,pork,
     port workers,rapeseed,rice,rubber,seafarers,soya,soybean,soybeans,soymeal,sugar,tea,tonnes,troy,usda,veg oil,wheat,wti} |
    {oil,crude,gold,silver,copper,platinum,palladium,aluminium,aluminum,zinc,nickel,iron ore,lithium,uranium,natural gas,nat gas,lng,gasoline,diesel,wheat,corn,soybean,soybeans,coffee,cocoa,sugar,cotton,cattle,hogs,lumber,grain,rubber,tin,steel,coal,palm oil,commodity,commodities,bullion} {price,prices,futures,rises,falls,slips,gains,settles,drops,climbs,jumps,edges,rallies,steady,holds,hits,slides,market,output,supply,demand,exports,production,rally,stocks,inventories,imports,outlook,traders,shipments,up,down,ends,dips,tumbles,surges,headed,sinks,crop,harvest,contracts,trading,shortage} |
    {crude,oil} {barrel,producers,tanker} | {precious,base,industrial} metals | {eia,rig} {report,count,data} | {energy,food} {prices,crisis,shock} |
    {farm,farmers} ... {bill,prices,crop,program,subsidies} |
    {oil,tin,cocoa,coffee,sugar,grain,rubber,wheat} {pact,minister,agency,talks,quota,quotas,producers,tender} |
    {refinery,refineries,smelter,alumina,tonnes,lead,ore} {output,capacity,unit,prices,contract} |
    {hog,hogs,pork,poultry,beef,sawmill,lumber,copra,oilfield,oilfields,petroleum,ethanol,orange juice,juice,seafarers,vessel,vessels,supertanker,tanker,tankers,shipping,freight,ingot,alumina,mercury,tungsten,cobalt,ounces,acreage,plantings,sowing,fishery,potash,fertiliser,fertilizer,semolina,flour,soyoil,sunflower,jeera,guar,turmeric,cardamom,mentha,castor,chana,rapeseed} {price,prices,imports,exports,output,sales,duties,harvest,slaughter,strike,terminal,workers,futures,stocks,supply,shipments,estimates,attack,hit,ablaze,tax,futures trade,spot demand,quota,tonnes,cargo,rates} |
    {gas,oil} {well,wells,field,fields,pool,discovery,find,drilling,terminal,rig,rigs,tax,industry,exports,supplies,imports,cap} | drill ... well |
    {agriculture,usda,farm} {department,report,bill,policy,ministers,minister,prices,subsidies} |
    {ore,ingot,fuel,petrol,gasoline,diesel,sulphur,sulfur} ... {price,prices} | {intervention,butter} stocks | {barge,river} traffic |
    {gas,energy,power,fuel} {prices,supplies,crisis,usage} | gas {supply,flows,cut off} | natgas {price,prices,futures} | {cocoa,grain,coffee} arrivals |
    {oil,crude,gas} {steady,flat} | {copper,gold,oil,coal,nickel,aluminum,aluminium} {premiums,premium,guidance}`),
  rule('commodities', 2, `
    {agriculture,barge,cargo,coal,commodities,commodity,copper,crop,crude,drilling,freight,gasoline,gold,lng,metal,metals,mine,miners,mines,mining,natural gas,
     nickel,oil,pipeline,port,ports,refineries,refinery,silver,smelter,steel,tanker,timber,tin,uranium,wool,zinc}`),
  rule('crypto', 7, `
    {airdrop,altcoin,altcoins,altseason,avalanche token,binance,binance smart chain,bitcoin,bitcoins,bitmex,bitstamp,blockchain,btc,cardano,cbdc,cbdcs,celsius network,
     coin center,crypto,crypto winter,cryptocurrencies,cryptocurrency,dao,dapp,dapps,defi,do kwon,doge,dogecoin,eth,ether,ethereum,ftx,gamefi,hashrate,hodl,hodlers,
     huobi,kucoin,layer 2,lightning network,litecoin,mainnet,memecoin,memecoins,mining rig,mining rigs,monero,nft,nfts,play to earn,polkadot,proof of stake,
     proof of work,ripple,satoshi,shiba inu,smart contract,smart contracts,solana,stablecoin,stablecoins,terra luna,terraform,testnet,tether,three arrows,token sale,
     usdc,vitalik buterin,voyager digital,web3,xrp,zcash} | digital {asset,assets,currency,currencies,token,tokens} |
    {token,tokens,wallet,wallets,coin,coins} ... {exchange,chain,network,holders,launch,listing,sale,wallet,burn} | metaverse {token,tokens,land} |
    {bitcoin,btc,ethereum,ether,token,coin} {price,prices}`),
  rule('crypto', 6, `
    {airdrops,apecoin,avax,bankman fried,bayc,bitcoin etf,bitcoin etfs,bitfinex,bitmine,blockchains,bored apes,bybit,chainlink,cross chain,crypto funds,cryptos,dex,
     dexs,dlt,ether etf,ether etfs,ethereum foundation,meme coin,meme coins,metamask,multi chain,multichain,okx,on chain,onchain,opensea,p2e,satoshis,sbf,
     spot bitcoin,staking,tokenised,tokenization,tokenized,tokenomics,uniswap,usd coin,usdt,web 3,yield farming}`),
  rule('crypto', 4, `
    crypto {exchange,exchanges,firm,firms,lender,company,companies,platform,broker,trading,business,unit,arm,miner}`),
  rule('crypto', 3, `
    {bitcoin treasury,coinbase,microstrategy}`),
  rule('geopolitics', 6, `
    {strikes,bombs,invades,shells,raids} {iran,iraq,syria,yemen,lebanon,gaza,israel,ukraine,russia,venezuela,libya,pakistan,taiwan,qatar} | {us,iran,china,russia,taiwan,india,pakistan,israel,ukraine,korea} {tensions,standoff,hostilities} |
    cuts {diplomatic ties,ties} with |
    seizes ... {tanker,ship,vessel} | {attack,attacks,attacked,strike,strikes,missile,missiles} ... {tanker,tankers,ship,ships,vessel,vessels,freighter} |
    {chip,chips,semiconductor,technology,rare earth,weapons} exports to | {curbs,controls,ban,restrictions} on ... {chip,chips,semiconductor,technology} exports`),
  rule('geopolitics', 4, `
    {abortion,air base,air raid,airstrike,airstrikes,ambassador,annexation,annexes,biden,brexit,captures,ceasefire,chip curbs,chip export,congressman,congresswoman,
     coup,democrats,desantis,diplomacy,diplomatic,diplomats,drone attack,drone strike,election,elections,embassy,export controls,export curbs,g20,g7,gaza,
     geopolitical,gop,gubernatorial,gunboat,hamas,hezbollah,hostages,houthi,houthis,impeached,impeachment,incursion,incursions,invasion,kremlin,kyiv,lawmaker,
     live fire,manchin,martial law,mccarthy,midterm,midterms,missile,missiles,nato,no confidence,nuclear deal,nuclear sites,nuclear talks,peace talks,pelosi,
     presidential,primary election,putin,recaptures,referendum,republicans,retakes,sanctioned,sanctions,security council,senator,senators,summit,troops,truce,
     united nations,war,warplanes,warships,white house,zelenskiy,zelensky} |
    {president,prime minister,foreign minister,secretary of state} {biden,trump,xi,putin,macron,obama,modi,zelenskiy,zelensky,netanyahu,erdogan,lula,milei} |
    {military,defense,defence} {aid,budget,exercise,exercises,drills,leadership,spending} | arms {debt,deal,sales,embargo} |
    {tory,labour,conservative} {leadership,party,leader} |
    {russia,russian,ukraine,ukrainian,iran,iranian,israel,israeli,china,chinese,pakistan,india,iraq,houthis,syria,taiwan} ... {attack,attacks,strikes,strike,hits,shells,bombs,invades,raids,threatens,warns,retaliates,fires,fire,drills,vows} |
    on {defence,defense} | {snap,general,presidential,parliamentary} {election,elections,vote} | {names,elects} ... {premier,prime minister} | {first,new,next,former} {premier,prime minister,president} |
    {shoots,shot} down | {frozen,seized} ... assets | strikes ... {boat,boats,base,bases,targets}`),
  rule('geopolitics', 3, `
    {capitol,congress,senate,supreme court,trump}`),
  rule('geopolitics', 2, `
    {army,attack,border,campaign,china,crisis,democracy,drone,drones,european union,government,iran,iranian,iraq,israel,israeli,military,minister,moscow,navy,
     north korea,parliament,policy,political,politics,premier,president,prime minister,protest,protests,russia,russian,syria,taiwan,ukraine,ukrainian,venezuela,vote,
     voters}`),
];
