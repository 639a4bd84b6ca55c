/** The rules of what companies do and what is done to them, with `other`: what nobody acts on. */
import { rule, type CategoryRule } from './rule.ts';

// prettier-ignore
export const companyRules: readonly CategoryRule[] = [
  rule('earnings', 6, `
    {post,posts,have,details,record,records,reports} ... {gain,loss} {from,on} ... {sale,disposal} | {cts,dlrs,mln,bln} vs | vs ... {prior,cts,dlrs} | {year,qtr,mths,months} {net,loss,ended} | {1st,2nd,3rd,4th} qtr | shr ... vs`),
  rule('earnings', 4, `
    {sees,expects,predicts} {flat,lower,higher,improved,better,increased} ... {net,profit,earnings,revenue,sales,results} | {sees,expects} {revenue,profit,earnings,sales} growth |
    {profit,profits,earnings,net} seen {higher,lower,up,down,flat,rising,falling} | {oper,operating,net} income {down,up,off,higher,lower} | {increases,raises,widens,narrows,cuts} <year> loss |
    {loss,losses} {swells,swell,balloons,narrows,widens,shrinks,mounts} | record loss | {misses,disappoints,underwhelms,miss,disappoint} {on,with} {outlook,guidance,its outlook,its guidance} | {forecast,outlook} {disappoints,inspires,misses,underwhelms,tops,beats,falls short} |
    {adjusts revenues,impairment charge,non gaap,preannounces,shr,write down,write off,writedown,writedowns,writeoff,writeoffs} |
    {eps,ebitda,ffo,affo} {of,down,up,in,misses,beats,miss,beat} | {gaap,adj,adjusted} {eps,ebitda,earnings,profit} |
    earnings {call,preview,release,results,report,recap,beat,miss,season,scheduled,expectations,snapshot,transcript,estimates,per} |
    <quarter> {eps,results,earnings,sales,revenue,profit,net,loss,numbers,operating,preliminary,report} |
    {first,second,third,fourth,1st,2nd,3rd,4th} {quarter,qtr} {results,earnings,profit,net,loss,revenue,sales,eps,operating,financial,fiscal} |
    quarterly {results,earnings,profit,loss,report} | {full year,half year,annual,interim,six month} {results,earnings,profit,loss} |
    {beats,misses,tops,beat,miss} {by,on,estimates,expectations,consensus,forecasts} |
    {beats,misses,tops,beat,miss,exceeds,lags} ... {estimates,expectations,consensus,forecasts,estimate,views} |
    {reports,posts,reported,posted,books,swings} ... {results,profit,loss,earnings,eps,revenue} | {preliminary,prelim} {results,revenue,sales,numbers} |
    shr ... {cts,dlrs} | oper {net,shr} |
    {raises,cuts,lowers,reaffirms,withdraws,reiterates,updates,issues,provides,boosts,trims,narrows,slashes,guides,scraps,pulls,suspends,ditches} ... {guidance,outlook,forecast} |
    {fy,fiscal} ... {guidance,outlook,results,eps} | sees {<quarter>,fy} |
    profit {warning,forecast,rises,falls,jumps,slumps,up,down,beats,misses,drops,doubles,plunges,surges} |
    net {loss,income,profit} {of,widens,narrows,rises,falls,at,up,down,for} | {revenue,sales} {of,rises,falls,beats,misses,up,down} <money> | results {earnings,-} |
    sees ... {loss,profit,earnings,gain,better year,higher} | pre tax {profit,loss} | {gain,loss,charge} {on,from} {sale,disposal} | {year,half} {result,results} |
    year <year> | <year> {net,year,result,results} | auditors ... {statements,qualification} | {pretax,pre tax,after tax} {profit,profits,loss,losses} |
    net {loss,profit,shr,income} | {sees,expects} ... {good,strong,best,difficult,better,record,higher,lower} {year,quarter,qtr,first qtr,results,<year>} |
    {may,to} cut net | {<year>,year} {profits,profit} | {profits,profit,earnings} {hit,up,down,fall,rise,rose,fell,lower,higher} |
    {revenues,sales} {increase,increased,rose,fell,adjusts} | {forecasts,forecast} ... {revenue,profit,sales,earnings,quarter,loss} |
    {trims,cuts,lowers,raises,lifts,pulls,withdraws,suspends,withholds} ... {forecast,guidance,outlook,target,view} |
    {revenue,profit,sales,bookings,earnings,income} {surges,surge,jumps,jump,misses,miss,beats,beat,tops,top,drops,drop,falls,fall,rises,rise,climbs,slumps,doubles,triples,soars,plunges,slides,shrinks} |
    {books,takes,records,to take,to record} ... {charge,charges,loss,impairment,write down,writedown} | {expects,sees,posts,suffers,suffered} ... {loss,losses} |
    {swings,returns} to {profit,loss} | {qualified,auditors} ... {opinion,audit,statements} | sees ... {growth,profits,results,improving,dilution} |
    {profit,profits,earnings,net} {may,to,will,could,seen} {rise,fall,double,drop,grow} |
    {corporate,company,combined,operating,annual,full year,record} {profit,profits,earnings} | {gain,gains} ... {from,on} {sale,disposal,unit} |
    to have ... {gain,loss,charge} from | {post,posts,sets} ... {gain,charge} | {return,returns} to {profit,profits,profitability} |
    {heavy,big,substantial,wider,narrower} {loss,losses} | bad debt {provision,provisions} | {operating,cash} {losses,flow} |
    {restate,restates} ... {results,net,loss,earnings} | tariff {cost,costs,hit,charge} | {warns,flags,sees,expects} ... {hit,cost,costs,slump,drop} {to,from,in,on} |
    {hit,costs} from tariffs | tariffs ... {cost,hit,hurt} ... {it,us,profit,profits,margins,earnings,<money>} | {full year,annual,quarterly,fiscal,<year>} {growth,profit,revenue,sales,earnings} {outlook,forecast,guidance,target,view} | {burns,burned} ... cash | guides {above,below} | {output,production,delivery} guidance | {flags,flagged} ... {profit,loss}`),
  rule('earnings', 2, `
    {earnings,ebitda,eps,guidance,loss narrows,loss widens,profit,qtly div,quarter,quarterly,results,revenue,revenues,revs,sales growth,turnover} | <quarter> |
    {same store,comparable,comp} sales`),
  rule('mergers_acquisitions', 8, `
    bidding war`),
  rule('mergers_acquisitions', 5, `
    selling {unit,units,division,subsidiary,stake,business} | {to,may,will,would} sell ... {unit,units,division,divisions,product line,product lines,subsidiary} | {acquired,acquires,acquiring,bidder,bidders,bids,buyout,divest,divestiture,divestment,divests,leveraged buyout,merge with,merger,privatisation,snaps up,spin off,
     spins off,spun off,take over,takeover,tender offer} | to {acquire,merge,buy out} |
    {acquisition,merger,takeover,buyout} {of,with,by,deal,bid,talks,offer,agreement,proposal,target} | {take,taken,taking,go,going} private |
    {agrees,agreed,deal,offers,nears deal,offer,bids,talks,plans,set,close} to {buy,acquire,sell,merge} |
    {buys,bought,sells,sold,acquires,raises,lifts,cuts,takes} ... stake | {all cash,all stock} {deal,offer,transaction} | rejects ... {bid,offer,merger} |
    {hostile,unsolicited,sweetened,takeover,buyout,acquisition} {bid,offer,proposal,approach} | definitive {agreement,merger} | to {buy,acquire} ... {for,in} <money> |
    {sells,sell,sale of} ... {unit,business,division,subsidiary,assets,operations,arm} | {completes,closes,terminates,scraps} ... {acquisition,merger,deal,takeover} |
    {buys,to buy} ... {maker,unit,company,firm,business,rival} |
    {completes,completed,concludes,closes,ends,terminates} ... {sale,purchase,buy,buyout,acquisition,takeover,merger} | to {purchase,divest,take over,combine with} |
    {agrees,agreed} to {purchase,be acquired,take over} | {nears,near,nearing,explores} ... {purchase,sale} of |
    {considers,considering,mulls,weighs,explores,exploring,proposes,plans,seeks,estimates proceeds of} ... {sale,divestiture,buyout,spinoff,spin off} |
    {seeks,seeking,finds} ... {buyer,buyers,bidder,bidders,bids} | {rival,new,second,other} {bidder,bid,bids} |
    <num> {dlrs,dollars} {per share,share,a share,shr} ... for | {dlrs,dollars} {share,shr,per share} for | {holds,owns} ... pct of |
    {pct of,stake in} ... {common,stock,shares} |
    {raises,raised,ups,cuts,lifts,lowers,trims,boosts,increases,reduces,builds,takes,acquires,holds,buys,bought} ... {stake,holding,holdings,interest} |
    {sale,purchase} of ... {unit,units,hotel,hotels,store,stores,branches,plant,business,division,subsidiary,interest,assets,stake,shares,parks} |
    {sell,sells,sold,buys,buy,purchase} ... {hotel,hotels,stores,branches,restaurants,station,radio,newspaper,newspapers,magazine,cable,sawmill,mill,banks,bank} |
    letter of intent ... {purchase,acquire,buy,merge} | terms {were,was} not disclosed | undisclosed {terms,amount,sum} | {exchange,cash} offer |
    {tendering,tenders} for | {unit,store,office,plant,stock,asset,assets,property,business,properties,hotel,division} {sale,sales,buy,buyout} |
    {proposed,planned,pending} {buyout,acquisition,merger,takeover,sale} | {lifts,raises,ups,sweetens,hikes,boosts,improves} offer | {sells,buys} <pct> of |
    {builds,takes,buys,discloses,reveals,amasses} <money> stake | to be {acquired,sold,merged,bought} | {seeks,wants,may buy,to buy,mulls} ... {stake,pct of} |
    {pct,<pct>} ... stake | {support,supports,fund,finance} ... {tender,takeover,acquisition,bid} | {court,judge,regulator,agency} allows ... merger |
    {split,splits,splitting,break,breaks} {into,up} | {spin,spins,carve,carves} {off,out}`),
  rule('mergers_acquisitions', 4, `
    {raise,raises,sweeten,sweetens,sweetened,hike,hikes} ... {offer,bid} | {has,have} ... eye on | will {acquire,buy} | {bid,offer} of <money> |
    {bidding for,breakup,control of,controlling interest,demerger,disclosed,for undisclosed terms,greenmail,hostile,majority interest,majority of,majority stake,
     offer for,ownership of,privatise,proxy fight,raider,spinnoff,standstill,suitor,takes over,tender,tendered,undisclosed,unfriendly} |
    {buys,sells,sell,buy,sold,bought,acquires,acquire} ... {unit,units,plant,plants,division,divisions,facility,subsidiary,subsidiaries,stakes,stations,station,hospitals,assets,holdings,branches,properties,shares} |
    {sells,sell,buy,sold} ... for <num> | {raises,extends,makes,gets,higher,improves} ... {offer,bid} | offers ... a share | {seeking,seeks,gain,wins} control |
    {completes,ends,makes} purchase | {amended,new,tender,cash,rival,revised} {offer,bid} | {latest,higher} {bid,bids,offer,offers} | {bids,bid} for |
    {buys,acquires,purchases} ... {from,for,inc,corp,co,chain,plant,firm,company,group,unit,bank,stations,terminal} |
    {make,to make} {purchase,acquisition,acquisitions} | {buy,sell} ... {stake,chain} | merger {plan,approved,completed} |
    {takeover,merger} {attempt,speculation,rumors,rumours} | {bought,acquired,purchased} {by,the,all,its,from,a,to} | sold {the,all,its,from,a,to} |
    taken over by |
    {takeover,acquisition,merger} {candidate,candidates,defense,defence,targets,plan,bids,offers,attempt,approval,vote} |
    {holders,shareholders,stockholders} ... {merger,sale,takeover,buyout} | {outstanding,remaining} {shares,stock,common} |
    {joint,minority,controlling} {venture,interest,shareholder} | {pct,percent,<pct>} ... {interest,stake} in |
    interest in ... {corp,inc,co,company,ltd,plc,firm} | {sold,buys,bought,sells} ... {position,shares} in | {standstill,purchase,sale} agreement |
    {previously announced,proposed} {sale,purchase,acquisition,merger} | {seeks,gets,wins} ... {control,majority} | {take,takes,taking} <pct> of |
    {takes,goes} private`),
  rule('mergers_acquisitions', 2, `
    {acquisition,acquisitions,bid,buyer,combine,consolidate,deal,deals,in talks,jv,m&a,merge,spinoff,stake,suitors,to buy} | strategic {alternatives,review} |
    {pct,minority} stake`),
  rule('regulation', 6, `
    {watchdog,regulator,regulators,ftc,doj,cma,court,judge,european commission,eu,antitrust} {clears,blocks,approves,backs,rejects,probes,opposes,challenges} ... {merger,deal,takeover,acquisition,purchase,buyout}`),
  rule('regulation', 7, `
    {sue,sues,suit,lawsuit,court,courts,judge,ruling,appeals,refund,refunds} ... {tariff,tariffs,duties} | {tariff,tariffs,duties} ... {refund,refunds,lawsuit,judge,court,courts,appeal,appeals,illegal,unlawful,struck down} |
    {congress,senate,senators,lawmakers,house panel,house committee,senate panel,senate committee,committee} ... {hearing,hearings,recall,grills,grill,testify,testifies,subpoena,subpoenas,documents} |
    {ecb,fed,eba,boe,regulator,regulators} ... {bank test,bank tests,stress test,stress tests,bad loan,bad loans,capital rule,capital rules} | {bank,stress} {test,tests} ... {ecb,fed,eba,boe} | banking union`),
  rule('regulation', 5, `
    {investigate,investigates,investigating,probe,probes} ... {recall,recalls} | recall ... {probe,probes,investigation,inquiry,hearing,request,lawsuit,documents} |
    {orphan,breakthrough,fast track} ... designation | orphan medicinal product |
    {eu,fda,ema,uk,us,mhra,regulatory} {nod,clearance,approval} | {submission,submissions,application,filing} ... {fda,ema,eu,approval,nod,clearance} |
    {senator,senators,lawmakers,congress,house} ... {bill,legislation} ... {eliminate,eliminating,wind down,break up,ban,curb,regulate,overhaul} | {bill,legislation} ... {eliminating,to wind down,to break up,to curb} |
    {lawmakers,senators,congress} {press,question,grill,quiz} | lobbying {tab,spending,bill,costs} |
    {discloses,confirms,acknowledges,faces,facing,opens,launches} ... {inquiry,inquiries} | {inquiry,probe,investigation} by |
    {sued,sues,suing} | {ordered,orders} ... to pay | must {sell,divest,pay,stop}`),
  rule('regulation', 4, `
    {antitrust,breakthrough therapy,charged with,class action,complete response letter,conviction,court,emergency use,fast track,fine,fined,fraud,indicted,
     indictment,investigates,investigating,investigation,judge,jury,law firm,law offices,lawsuit,lawsuits,marketing authorization,money laundering,orphan drug,
     patent case,patent infringement,priority review,probe,probes,prosecutors,recall,recalled,recalling,recalls,settle,settled,settlement,settles,subpoena,tribunal,
     watchdog} | fda {approves,approval,clears,clearance,rejects,grants,accepts,approved,nod,panel,warning,advisory} |
    {receives,wins,gets,granted,secures} ... {approval,clearance,authorization,nod} |
    {sec,ftc,doj,cfpb,cftc,fdic,occ,finra,eu,regulator,regulators,justice department} {charges,sues,probe,probes,investigation,fines,fined,approves,blocks,rejects,proposes,rule,rules,complaint,investigating} |
    {pleads,pleaded} guilty | {securities,accounting,wire} fraud | {senate,house,congress,lawmakers,parliament} {passes,approves,bill,votes,panel} |
    {eases,tightens,proposes,easing} ... {rules,regulations,regulation} | {appeals,upholds,overturns,convicted} ... {conviction,verdict,ruling,sentence} |
    {cfpb,fcc,faa,epa,fdic} {caps,bans,orders,fines,proposes,finalizes}`),
  rule('regulation', 2, `
    {agents,allegations,appeal,approval,ban,banned,bans,bill,cma,compliance,convicted,doj,ema,epa,faa,fcc,fda,ftc,lawmakers,legal,legislation,nda,nhtsa,pardon,
     pardoned,pardons,patent,patents,penalty,plea,raid,raids,regulation,regulations,regulator,regulators,regulatory,revokes,rules,ruling,sec,sentenced,trial,verdict,
     violations}`),
  rule('ipo', 8, `
    initial public offering | {upsized,planned,blockbuster} ipo`),
  rule('ipo', 5, `
    {direct listing,ipo,ipo subscribed,ipos,public debut} | {go,goes,going,went} public | {files,filed,plans,prices,sets,delays} ... ipo |
    {market,trading,stock,nyse,nasdaq} debut | {spac,blank check} {merger,deal,ipo} | raises ... in ipo | to list ... {shares,on} | {files,filed} confidentially |
    {us,u.s,stockholm,frankfurt,mumbai,london,new york,hong kong,nasdaq,nyse,stock market,dual,public} {listing,float,flotation,listing plan,listing plans} | sets terms ... offering |
    {valuation,valued} ... ipo |
    {revives,shelves,delays,plans,files,eyes,weighs,prepares,scraps,withdraws,prices,targets} ... {listing,listing plans,float,flotation,ipo}`),
  rule('insider', 6, `
    {buys the dip,form 4} | insider {buying,selling,sells,buys,purchase,purchases,trading activity,trades,bought,sold} | insiders {buy,sell,buying,selling,trading} |
    {director,ceo,cfo,coo,chairman,officer,evp,svp,president} {sells,buys,sold,bought,purchases,acquires,unloads} ... {shares,stock} |
    open market {purchase,purchases} | {shares,stock} {sold,bought} by {insider,director,ceo} |
    {ceo,cfo,coo,director,chairman,chief,president,founder,heir,heirs,insider,officer,executive} ... {sells,sold,buys,bought,unloads,unload,purchases,purchasing,dumps,offloads,buying,selling} ... {shares,stock,stake} |
    insider {sales,sale} | insiders {are,bought,sold,keep,load,dump}`),
  rule('insider', 5, `
    {sells,sold,buys,bought,unloads} ... {shares,stock} worth | {offloads,unloads,dumps} ... {stock,shares} |
    {executives,directors,officers} {sell,buy,sold,bought,unload} ... {shares,stock}`),
  rule('corporate_actions', 5, `
    {begins,began,commences,commenced,starts,to begin,to commence,to start,begin} trading on | {moves,transfers,switches,to move,to transfer} ... listing ... {nyse,nasdaq,exchange,market} |
    {army,navy,air force,pentagon,space force,marines,nasa} ... {contract,contracts,deal,order,award,awards} |
    {takes over as,to retire} | {files,file,filed} for {bankruptcy,chapter 11,chapter 7,administration,insolvency,creditor protection} | chapter {11,7} |
    convertible {notes,bonds,debt,senior} | prices <money> ... {notes,bonds,debentures,offering} | {halts,suspends,resumes,pauses,restarts} {production,operations} |
    {halts,suspends,pauses} ... {plant,factory,assembly} | to {shut,close,shutter} {hundreds,dozens,<num>} | {suspends,halts,pauses,resumes} output |
    {bond,debt,share,stock,note} {sale,offering,issue} | {move,moves,moving,switch,switches,transfer,transfers} ... listing | <num> job cuts |
    {ratify,ratifies,reject,rejects} contract`),
  rule('corporate_actions', 4, `
    {appointed,appointment,appoints,bankruptcy,boss,cfo,chief executive,credit facility,cut jobs,cuts jobs,delisting,delisting notice,departs,departure,elected,
     elects,ex dividend,hires,job cuts,lay off,layoffs,lays off,leaving,listing rule,nasdaq notice,notes due,ousted,private placement,promoted,promotes,refinancing,
     regain compliance,reorganization,repurchase,resignation,resigns,restructure,restructuring,retire,retirement,retires,sells shares to raise,senior notes,
     step down,stepping down,steps down,succession,term loan,transferring the listing} |
    {declares,raises,cuts,increases,suspends,hikes,boosts,pays,announces,resumes,reinstates,sets,lifts,initiates,maintains,ups} ... {dividend,distribution,payout} |
    {quarterly,special,monthly,cash,interim,final} {dividend,distribution,dividends,distributions} | {share,stock} {buyback,repurchase,split} |
    {reverse,for one,two for one} {split,stock split} | {buyback,repurchase} {program,programme,plan} |
    {public,secondary,equity,debt,notes,bond,registered direct,rights,shelf,common stock,unit,convertible,atm,stock} {offering,placement,registration} |
    names ... {ceo,cfo,coo,cto,president,chief,chair,chairman,director,head,officer} | new {ceo,cfo,coo,chief,president,chairman} | {chapter 11,chapter 7} bankruptcy |
    {annual,special} meeting | {shareholder,stockholder} {vote,approval,meeting} | {names,taps} new |
    {strategic,multi year,exclusive,licensing,license,supply,services,distribution,commercial,definitive,collaboration,partnership,offtake} {agreement,partnership,contract,collaboration,alliance,deal} |
    {awarded,wins,secures,receives,lands} ... {contract,order,orders,award} | {signs,inks,enters} ... {agreement,deal,contract,partnership,mou} |
    {partners,partner,teams,team} {with,up} | {collaboration,partnership} with | {for two,for three} split |
    {launches,prices,announces} ... {share sale,stock sale,stock offering,bond sale,debt sale} |
    {sells,to sell,raises,issues} <money> {of,in} {bonds,debt,notes,stock,shares} | sells ... bonds |
    {ousts,fires,fired,names,poaches,taps} ... {ceo,chief executive,chief,chairman,president,boss} |
    to {close,shut,shutter} <num> {stores,plants,branches,locations,restaurants} | to cut <num> jobs | {cut,cuts,slash,slashes,axe,axes} ... jobs |
    authorizes ... buyback |
    strike {ends,begins,looms,continues,vote} | {workers,pilots,machinists,unions} {approve,approves,accept,ratify,reject,vote,strike}`),
  rule('corporate_actions', 2, `
    {agreement,board,buyback,ceo,chairman,chief,collaboration,contract,coo,director,distribution,dividend,dividends,executive,expansion,jobs,listing,offering,
     partnership,president,proxy,shareholders,split,stockholders,subsidiary}`),
  rule('technology', 3, `
    {5g,ai agent,ai agents,ai glasses,ai model,ai models,android,api,apple watch,artificial intelligence,augmented reality,autonomous driving,blockchain technology,
     broadband,chatbot,chatgpt,chipmaker,chrome,chromebook,cloud computing,coding,copilot,cyber attack,cyberattack,cybersecurity,data breach,data center,
     data centers,deep learning,developer,developers,docker,driverless,galaxy,gemini,generative ai,gpu,gpus,hacked,hackers,hands free,ios,ipad,ipados,iphone,java,
     javascript,kubernetes,large language,linux,llm,macbook,machine learning,macos,malware,mysql,nanometer,nintendo,open source,openai,outage,phishing,php,pixel,
     playstation,programming,python,quantum computer,quantum computing,ransomware,robotaxi,robotaxis,rust,sdk,self driving,semiconductor,smart glasses,smartphone,
     smartphones,smartwatch,video generation,virtual reality,vr headset,watchos,wearable,wearables,windows,xbox} |
    {software,firmware,app,apps,security} {update,updates,vulnerability,flaw,bug,release,developer,developers} |
    {launches,unveils,introduces,debuts,releases,announces} ... {app,platform,software,chip,processor,device,phone,tablet,feature,tool,version,ai} |
    {google,apple,microsoft,facebook} {docs,maps,play,glass,search,tv,watch,music,office,teams} |
    {unveils,launches,rolls out,debuts,shows off,ships,releases,tests,builds,adds} ... {ai,chip,chips,model,phone,phones,software,glasses,robot,robots,headset,features,feature}`),
  rule('technology', 2, `
    {apple event,beta,beta test,bluetooth,browser,bug,bug fixes,chip,chips,command line,compiler,datacenter,datacenters,developer conference,editor,encryption,
     framework,frameworks,gadget,gadgets,github,golang,google,headphones,home server,homelab,kernel,keyboard,keyboards,laptop,laptops,memory,metaverse,nas,newbie,
     on premise,online video,operating system,pencil,phone,phones,plugin,plugins,podcast app,proxmox,release notes,repo,rustaceans,rustlang,screenshots,self hosted,
     semiconductors,server,servers,transceiver,transceivers,typescript,ui,usb,ux,vm,webcam,wifi}`),
  rule('technology', 1, `
    {ai,app,apps,battery,charger,cloud,data,device,devices,digital,ev,evs,games,gaming,headset,homepage,internet,lab,mobile,model,models,robot,robots,search,
     software,startup,startups,streaming,tech,technology,users,video game,web,website}`),
  rule('other', 8, `
    {to present,presents,presenting,to participate,participates,to speak,speaks} {at,in} ... {conference,forum,summit,symposium} | {stake,position,holdings,shares} in ... {nasdaq,nyse,nysearca}`),
  rule('other', 6, `
    {dies at,here's how much,i'd buy,i'd sell,i'm buying,i'm not,i'm selling,if you invested,super bowl,why i am,why i'm,world cup,world series} |
    stocks with the {highest,lowest,most} | has <money> ... {stake,position,holdings} in |
    {shares,stake,position,holdings} {sold,bought,acquired,purchased,trimmed,boosted,raised,lifted,increased,decreased,lowered,cut,reduced} by |
    {asset management,capital management,wealth management,investment management,investment advisors,advisors llc,capital llc,management llc,advisors inc,financial services inc,vanguard group,blackrock inc} ... {stake,position,holdings,shares} {in,of} |
    new {position,stake} in | {buys,sells,acquires,purchases} <num> shares of | {here's,here is} how much you'd | {should you,should i,is it time to} {buy,sell,own} |
    target to <money> | shares in ... {bought,sold,acquired,purchased} by | how to {retire,save,invest,earn,make,get} |
    {raises,lowers,increases,decreases,boosts,cuts,trims,grows,reduces,sells,buys,acquires,purchases} ... {holdings,position} in`),
  rule('other', 4, `
    {13f,analysts see,bachelor,better buy,celebrity,downgrade,downgraded,downgrades,episode,film,football,grammy,is it time,lifestyle,movie,my favorite,my top,nba,
     nfl,option alert,oscar,oscars,phase 1,phase 2,phase 3,phase ii,phase iii,podcast,prediction,presents at,price target,recipe,recipes,should you,slideshow,soccer,
     upgrade,upgraded,upgrades,why i} | {initiates,initiated,assumes,resumes,starts} ... {coverage,neutral,buy,outperform,overweight,hold,sell} |
    {maintains,reiterates} ... {buy,hold,neutral,overweight,outperform,underweight,sell,rating,perform,weight} |
    {raises,lowers,cuts,boosts,lifts,trims} {pt,price,target} | {buy,hold,sell,overweight,outperform,neutral,underweight,underperform} rating |
    pt {raised,lowered,cut} | {clinical,pivotal} {trial,data,study} | {here's,here is} {why,what,how} | {wall street,wall st} analysts`),
  rule('other', 2, `
    {a buy,analyst,analysts,bullish case,data,motley fool,portfolio,rating,strong buy,topline,undervalued,valuation} | {stock,stocks} to {buy,avoid,sell} |
    {best,top} {stocks,dividend}`),
];
