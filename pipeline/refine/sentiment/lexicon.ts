/**
 * Words and phrases that point a price up or down, our own list, each with a weight: what a price did
 * (strongest), how results came out, what happened to a company. `target` phrases speak of what follows
 * them (`to acquire X`, `hurts X`), the others of what stands before. Informed by SEntFiN 1.0 and Twitter
 * Financial News (both MIT); no other word list went into it.
 */

export interface Polarity {
  readonly weight: number;
  /** Whom it speaks of: the nearest name before it, or the nearest after it. */
  readonly of: 'subject' | 'object';
}

const of = (subject: Polarity['of'], weight: number, phrases: string): (readonly [string, Polarity])[] =>
  phrases
    .split(/[\n|]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
    .map((phrase) => [phrase, { weight, of: subject }] as const);

// prettier-ignore
export const polarities: readonly (readonly [phrase: string, polarity: Polarity])[] = [
  // What a price did.
  ...of('subject', 3, `{jumps,surges,soars,rallies,skyrockets,rockets,spikes,zooms,leaps,vaults,climbs,gains,rises,rebounds,recovers,shines,pops,advances,bounces,outperforms} | {jump,surge,soar,rally,skyrocket,rocket,spike,climb,gain,rise,rebound,leap} | {jumped,surged,soared,rallied,spiked,climbed,gained,rose,rebounded,recovered,bounced,advanced} | {gaining,rising,climbing,surging,soaring,rallying,rebounding}
    {edges,inches,moves,ticks,ends,closes,opens,trades,settles,heads,trading,edge,inch,ended,closed,opened,traded,move} {up,higher,firm} | {hits,hit,touches,reaches,at,near,to,sets,scales,notches,closes at} ... {52 week high,record high,new high,all time high,fresh high,multi year high,month high,year high,week high,lifetime high,record peak} | {52 week,record,all time,new,fresh} high | record highs | {hits,hit,at,touches,scales} ... {high,highs,peak,record} | up {<pct>,<num>,rs,nearly,marginally,sharply,premarket,after,on,at,by,over,pc,per,in,as} | higher | {shares,stock,stocks,futures,sensex,nifty,index} {up,higher,pop} | snaps ... {losing,decline,declines} | erases losses | recoups losses | {gap,gaps,gapping} up | {doubles,triples,doubled} | adds <pct> | in {the green,green} | {buying interest,short covering} | buoyant | firms up | {top,premarket,biggest} gainers | gainer`),
  ...of('subject', 1.2, 'up'),
  ...of('subject', -3, `{falls,drops,plunges,sinks,slides,tumbles,slumps,slips,declines,dips,tanks,plummets,crashes,craters,skids,retreats,loses,sheds,weakens,cracks,underperforms,softens,nosedives,swoons,stumbles,sags,cools} | {fall,drop,plunge,sink,slide,tumble,slump,slip,decline,dip,tank,plummet,crash,retreat,weaken,selloff,sell off,rout,soften} | {fell,dropped,plunged,sank,slid,tumbled,slumped,slipped,declined,dipped,tanked,plummeted,crashed,weakened,shed,lost,retreated} | {falling,sliding,plunging,tumbling,slumping,sinking,dropping,declining,weakening}
    {edges,inches,moves,ticks,ends,closes,opens,trades,settles,heads,trading,edge,inch,ended,closed,opened,traded,end,move} {down,lower,weak,flat to lower} | {hits,hit,touches,at,near,to,sets,closes at} ... {52 week low,record low,new low,all time low,fresh low,multi year low,month low,year low,week low,lowest} | {52 week,record,all time,new,fresh} low | record lows | down {<pct>,<num>,rs,nearly,marginally,sharply,premarket,after,on,at,by,over,pc,per,in,as} | {lower,down} | {shares,stock} {down,lower} | snaps ... {winning,rally,gains} | {extends,extend,deepens} {losses,fall,declines} | erases gains | gives up gains | {gap,gaps,gapping} down | in {the red,red} | {under,selling} pressure | {profit booking,profit taking} | {top,premarket,biggest} losers | {lowest,worst} | loses ground | wipes out | below ipo`),
  // How results and estimates came out.
  ...of('subject', 2.2, `{beats,tops,exceeds,surpasses,beat,topped,crushes,smashes,trounces} | {beats,tops,beat} ... {estimates,expectations,consensus,forecasts} | above {consensus,estimates,expectations,forecast} | better than {expected,feared} | {profit,net profit,net,pat,income,earnings,revenue,revenues,sales,ebitda} {up,jumps,rises,surges,soars,doubles,triples,grows,climbs,beats,tops,growth,rose,jumped,gains,increases,zooms} | {loss,losses} {narrows,narrowed,shrinks,narrow} | {narrower,smaller} {loss,losses} | swings to {profit,black} | swings to ... profit | {raises,lifts,boosts,hikes,ups,raised,increases} ... {guidance,outlook,forecast,view,estimate,estimates} | {solid,upbeat,stellar,blowout,record,impressive,better} {results,earnings,quarter,q1,q2,q3,q4,sales,demand,growth,profit,revenue,outlook,guidance,numbers,show,performance,data,orders,start,bookings} | {strong,robust,healthy} {results,earnings,quarter,q1,q2,q3,q4,profit,revenue,outlook,guidance,numbers,show,performance,data,orders,start,bookings} | {turns,return to,returns to} {profitable,profit,profitability} | record deliveries | bags ... {order,orders,contract} | fold {jump,rise,increase}`),
  ...of('subject', -2.2, `{misses,missed,miss,lags,trails} | {misses,lags,miss} ... {estimates,expectations,consensus,forecasts} | {below,short of} {consensus,estimates,expectations,forecast,forecasts} | worse than {expected,feared} | {profit,net profit,net,pat,income,earnings,revenue,revenues,sales,ebitda} {down,falls,drops,slumps,slips,declines,dips,plunges,misses,miss,tumbles,shrinks,fell,dropped,sinks,slides,hit,tanks} | {loss,losses} {widens,widened,deepens,mount,widen} | {wider,bigger,deeper,huge,massive} {loss,losses} | {net,quarterly,annual,trading,record} {loss,losses} | swings to ... loss | {posts,reports,posted,reported} ... loss | {cuts,lowers,slashes,trims,withdraws,suspends,cut,lowered} ... {guidance,outlook,forecast,view,estimate} | profit warning | warns | {soft,disappointing,muted,dismal,lackluster,slowing} {results,earnings,quarter,q1,q2,q3,q4,sales,demand,growth,profit,revenue,outlook,guidance,numbers,show,performance,data,orders,bookings,global,economic,spot} | {weak,poor,sluggish,subdued,tepid,lower,slow,falling} {results,earnings,quarter,q1,q2,q3,q4,profit,revenue,outlook,guidance,numbers,show,performance,data,orders,bookings,economic,spot} | disappoints | disappointing | {margin,cost,pricing,liquidity} {pressure,pressures,squeeze}`),
  // What analysts say of it.
  ...of('subject', 2.2, `{upgraded,upgrade} | {raised,upgraded} to | {overweight,outperform,conviction buy,strong buy,top pick} | {target,pt,price target} {raised,hiked,lifted,boosted,increased} | {buy,accumulate} {on,rating,call,case} | {is,a,still} buy | undervalued | {turns,gets} {bullish,positive,upbeat} | {attractive,cheap} {valuation,valuations,levels} | outperformer`),
  ...of('object', 2.2, `{upgrades,upgrading} | {raises,lifts,boosts,hikes,ups,increases} ... {target,pt} ... {on,for,of} | {bullish,positive,upbeat,overweight,optimistic,constructive} on | {buy,accumulate} | {likes,loves,favors,recommends,recommend,prefer,prefers,bet on,nibble at,stick to,stick with} | {reiterates,maintains,retains,initiates,starts,assigns,keeps} ... {buy,outperform,overweight} ... {on,for} | {backs,sees upside in} | initiates ... {buy,outperform,overweight}`),
  ...of('subject', -2.2, `{downgraded,downgrade} | {cut,lowered,downgraded} to | {underweight,underperform,overvalued} | {target,pt,price target} {cut,lowered,slashed,trimmed,reduced} | {sell,reduce} rating | {turns,gets} {bearish,cautious,negative} | {overbought,stretched valuation,expensive}`),
  ...of('object', -2.2, `{downgrades,downgrading} | {cuts,lowers,slashes,trims,reduces} ... {target,pt} ... {on,for,of} | {bearish,cautious,negative,underweight} on | {sell,avoid,shortsell,short sell} | {reiterates,maintains,retains,initiates,starts,assigns,keeps} ... {sell,underperform,underweight} ... {on,for}`),
  // What decides a headline whatever else it says: offers, indexes, regulators, listings, stakes.
  ...of('subject', 2.4, `to be bought out | {agrees to be,agreed to be,being} {acquired,bought,bought out,taken private} | to go private | {gets,receives,draws} ... {takeover,buyout} {bid,offer,approach,interest} | merger of equals
    {to join,joins,joining,added to,to be added to,set to join} ... {s&p,nasdaq 100,dow,russell} | {narrows,narrowed,trims,shrinks} loss | {loss,drop,decline,fall} {smaller,narrower,less} than {expected,feared} | {not as bad as,less than,less bad than} feared
    {cleared,approved} by {fda,regulators,eu,the fda} | {granted,gets,receives,wins,secures} ... {fast track,priority review,breakthrough,orphan drug} | regains compliance | {emerges,exits} {from bankruptcy,bankruptcy,chapter 11}
    {director,ceo,cfo,chairman,insider,insiders,executives,president} {buys,bought,purchases,buy} | open market purchase | for 1 {stock split,split} | on track for | {avoids,averts} {strike,breakup,break up,default,shutdown,ban,fine} | strike {ends,averted}
    {reinstates,initiates,doubles} ... {dividend,buyback} | {hits,tops,crosses} ... {trillion,billion} {market value,valuation,market cap} | above {street,wall street,street view,analyst,analysts,wall street's}`),
  ...of('subject', -2.4, `{removed,dropped,deleted,booted,kicked,out} {from,of} ... {s&p,nasdaq 100,dow,russell} | reverse {stock,share} split | {convertible,convertible senior} {notes,note,debt} ... offering | {at the market,atm} {offering,program,share sale,sale,stock sale}
    loss {wider,bigger,larger,deeper} than expected | {wider,bigger,larger} than expected ... loss | {violated,violates,breached,infringed,infringes,guilty,liable} | {lose,loses,loss of,lost} ... {bid to,appeal,appeals}
    no longer be relied | {restate,restates,restatement,to restate} | material weakness | {auditor,ceo,cfo,chief} {resigns,quits,ousted,fired,departs,exits,steps down} | {fires,ousts,sacks,dismisses} ... {ceo,chief,cfo,president}
    {skips,misses,missed} ... {payment,payments} | {launch,begin,start,launches,begins,on,go on,authorize} ... strike | walk off ... {job,jobs} | {delays,postpones} ... {report,filing,launch,rollout,results} | {notice,notifies,letter} ... {delisting,minimum bid,noncompliance,non compliance,deficiency}
    below {street,wall street,street view,analyst,analysts,wall street's} | {takes,take,books,took,record,to book} ... {charge,impairment,writedown,write down} | {writes,wrote} down | {ends,end,collapse,abandons} ... {takeover,merger,sale,buyout} talks`),
  ...of('object', 2.4, `{ends,drops,closes,dismisses,tosses,ended,throws out} ... {probe,investigation,inquiry,case,lawsuit,suit,charges} {into,of,against} | {lifts,eases,removes} ... {cap,ban,hold,curbs,restrictions} on | {sides with,rules for,rules in favor of,clears}
    {initiates,starts,resumes,assumes,reinstates,rates} ... {at,with,as} {buy,outperform,overweight} | {upgrades,raises,lifts} ... {credit rating,debt rating,rating to} | raises ... outlook to {positive,stable} | {discloses,takes,builds,reveals,buys,acquires,ups,raises} ... {stake,position} in`),
  ...of('subject', 3, `{rebounds,rebound,rebounded,recovers,recover,recovered,bounces,bounced,bounce,bouncing,rebounding} ... {rout,selloff,slump,plunge,drop,slide,fall,crash,losses,dip,decline,tumble}`),
  ...of('object', -1.8, `{undercuts,undercut,undercutting}`),
  ...of('subject', 2.4, `{selloff,sell off,drop,decline,pullback,fall,plunge} ... {makes no sense,no sense,overdone,unjustified,not justified,unwarranted,overblown,overreaction,overreacted} | turn for the better`),
  ...of('subject', -2.4, `turn for the worse | gloom | {richly,fully} valued | abandon ship | {impacted,affected,chilled,dented,battered} by`),
  ...of('subject', 1.6, `{price,prices} {hits,reclaims,tops,crosses,regains,recaptures} <money> | {selected,chosen,picked,tapped} ... {partner,supplier,vendor,provider,contractor,bidder} | {orphan,breakthrough,fast track} ... designation`),
  ...of('object', -1.8, `{would,to,could,bill} ... {eliminate,abolish,eliminating,abolishing,dismantle,dismantling}`),
  // Relief: what threatened a company is over, or was never true.
  ...of('subject', 2.4, `{escapes,escape,escaped,dodges,dodged,averts,averted,avoids,avoided,evades} ... {charges,charge,fine,fines,penalty,penalties,prosecution,sanctions,ban,delisting,bankruptcy,trial,lawsuit,downgrade} | {will not,won't,not} face ... {charges,prosecution,sanctions,fine,penalty} | {cleared,exonerated,acquitted,absolved} | cleared of | not {liable,guilty} | {finds,found} no {fraud,wrongdoing,evidence,violation,breach} | no {fraud,wrongdoing} | {verdict,ruling,ban,fine} {overturned,reversed,annulled,thrown out} | {wins,won} ... {appeal,dismissal,lawsuit,case} | priced in`),
  ...of('object', 2.4, `{rejects,reject,rejected,denies,dismissed,toss,tossed,dismiss,drop,dropped,throw out,threw out,withdraw,withdraws,quashes,clears,exonerates,acquits} ... {lawsuit,suit,suits,case,charges,complaint,claims,claim,class action} {against,vs}`),
  ...of('object', -2.4, `{unloads,offloads,dumps,sells,exits,slashes,dissolves,sold} ... {stake,shares,position,holding,holdings} in | {bets,betting,bet,short position} against | takes aim at | {short position in,shorts} | {rules against,ruled against} | {away from}
    {places,imposes,puts} ... {hold,curbs,ban,restrictions,sanctions} on | {initiates,starts,resumes,assumes,reinstates,rates} ... {at,with,as} {sell,underperform,underweight} | {cuts,lowers,downgrades,slashes} ... {credit rating,debt rating,rating to} | {cuts,lowers} ... outlook to {negative,stable}
    {opens probe of,opens investigation into,opens probe into,launches probe into} | {ends,terminates,scraps,cancels} ... {partnership,contract,order,deal,agreement} {with,to buy,to acquire} | {walks away from,backs out of} | {caps,grounds}`),
  // What happens to a company.
  ...of('subject', 1.6, `{approval,approves,approved,clearance,nod} | {won,secures,lands,clinches,awarded} | {receives,gets} ... {order,orders,contract,approval,award,nod} | {wins,won,lands,secures} ... {order,orders,contract,contracts,deal,deals,tender,approval} | {raises,hikes,increases,boosts,lifts,ups,raised} ... {dividend,payout,distribution,prices} | special dividend | {buyback,share repurchase,repurchase program} | {strong,robust,rising,higher,pent up,seasonal,festive,good,healthy} {demand,growth,sales} | {expands,breakthrough} | {boosted,lifted,buoyed,helped} by | to be {acquired,bought,taken private} | {takeover,buyout} {interest,target,bid,offer,approach} | {deal,contract} win | {meets,met} ... endpoint | positive {data,results,topline,phase,trial,news} | {optimistic,optimism,confident,upbeat,hopes,promising,upside,strong,robust,solid,improves,improved,improving,revival,benefit,benefits,attractive,positive,bullish,outdo} | {increased,grew,grown,increases,expanding,uptrend,uptick,rerating,reclaims} | {stake,shares} bought by | insider buying | {doubles down,invests} on | settles | dropped charges`),
  ...of('subject', -1.6, `{lawsuit,sued,fined,probe,investigation,subpoena,fraud,scandal,recall,recalls,recalled,bankruptcy,default,defaults,insolvency,layoffs,lay offs,lay-offs,lay-off,laid off,headcount reduction,job losses,lose their jobs,to lay off,lays off,laying off,job cuts,redundancies,personnel reductions,personnel negotiations,staff reductions,outage,breach,hack,hacked,halts,halted,suspends,suspended,delays,delayed,shutdown,resigns,ousted,quits,accused,penalty,banned,rejected,fails,failed,setback,woes,scam} | {cuts,slashes,suspends,scraps,cut,eliminates} ... {dividend,payout,jobs,production,output,staff,workforce} | {public,equity,secondary,stock,common stock,registered direct} offering | {pricing,prices,priced} ... offering | {going concern,delisting,delisted,clinical hold,complete response letter} | {hit,hurt,dragged,weighed,pressured} by | {short seller,short report} | {weak,sluggish,slow,lower,slack,subdued,falling,poor,tepid,reduced} {demand,offtake,growth,sales,global} | {concern,concerns,worries,fears,worry,headwinds,slowdown,downturn,pessimism,downside,weak,poor,sluggish,subdued,bearish,negative,worse,bleak,gloomy,grim,struggling,choppy,flounder,suffers,suffer,slowing,pressure,losses,oversupply,glut,dumping,headwind,vulnerable,dull,overpriced,slower,resistance,horrific} | {decreased,diminished,decreases,redundant} | insider selling | {loses,lost} ... {contract,case,bid,market share} | misses ... endpoint | {adequate,ample,sufficient} {supply,supplies,stocks} | cyberattack | {sells,selling,sold} ... stake | {stop buying,stay away}`),
  // Alone they say little; two of them, or one beside another word, count.
  ...of('subject', 0.6, `{growth,recovery,turnaround,comeback,momentum,potential,good,great,better,best,opportunity,winner,winners,wins,success,successful,expansion,milestone,profit,settlement,interest}`),
  ...of('subject', -0.6, `{crisis,risk,risks,failure,warning,volatile,volatility,challenging,challenges,tough,struggles,loss,trouble,strike,delay,ban,charged,drag,uncertainty,misses out,short}`),
  ...of('object', 2, `{to acquire,to buy,agrees to buy,agreed to buy,offers to buy,in talks to buy,bids for,bid for,offer for,takeover of,acquisition of,buyout of,to take over,stake in,to acquire a} | {buys,acquires} | {lifts,boosts,buoys,helps,supports,aids,propels,lift,boost,drive,drives,fuels} | {win,boon} for | {invests in,invest in,bets on,partners with,selects,picks,chooses}`),
  ...of('object', -1.8, `{hurts,drags,weighs on,weigh on,pressures,batters,dents,hammers,pulls down,drags down,hurt,knocks,spooks,fine on} | {sues,fines,charges,accuses,probes,investigates,bans,blocks,rejects,suing} | {blow,setback,trouble,bad news} {to,for} | {exits,sells stake in,dumps,trims stake in} | threatens`),
];

/** Before an expression, within three words: it is turned around, or taken back. */
export const negations: ReadonlySet<string> = new Set([
  'not',
  'no',
  'never',
  'without',
  "isn't",
  "aren't",
  "wasn't",
  "don't",
  "doesn't",
  "didn't",
  "won't",
  "can't",
  'cannot',
  "couldn't",
  'unlikely',
  'hardly',
  'neither',
  'nor',
  'denies',
  'rules',
  'despite',
  'fails',
  'failed',
  'lacks',
  'lack',
  'halts',
  'stops',
  'avoids',
  'ends',
  'unable',
]);
/** What it introduces did not decide: `falls despite strong results`. */
export const concessions: ReadonlySet<string> = new Set(['despite', 'although', 'though', 'notwithstanding', 'shrugs', 'defying', 'defies']);
/** Phrases in which a word of the list means nothing. */
// prettier-ignore
export const noPolarity: readonly string[] = [
  'to sell {its,the,stake,assets,unit,shares}', '{will,agrees to,plans to,agreed to,seeks to} sell', '{short,power,water,money} supply', 'in short', 'ties up', 'tie up', 'raise up to', 'long {term,time,run}', 'as low as', 'no longer', 'lower house', 'growth and income', 'high yield', 'high dividend', 'flat after', 'stop loss', 'stop loss of', 'profit and loss', 'with stop loss', 'with a stop loss', '{rise,fall,gain} of', 'upside down', 'set up', 'sets up', 'start up', 'follow up', 'make up', 'up for', 'look up', 'wrap up', 'what is up', 'heads up', 'up to', 'lined up', 'team up', 'teams up', 'sign up', 'gears up', 'opens up', 'picks for', 'up next', 'grown up', 'turns up', 'round up', 'pick up in', 'breaks down', 'break down', 'shut down', 'step down', 'steps down', 'stepping down', 'slow down', 'top gear', 'best buy', 'dip buying', 'buy the dip', 'sink or swim', 'short term', 'short interest', 'strike price', 'drop in', 'drop box', 'drop out', 'rise to the', 'fall season', 'this fall', 'last fall', 'next fall', 'risk management', 'risk factors', 'rally car', 'good friday', 'good news', 'better buy', 'best stocks', 'gain access', 'charges for', 'settles in', 'cut by half', 'buy or sell', 'buy and hold', 'buy now', 'buy sell', 'low cost', 'negative rates', 'climate crisis', 'growth stock', 'growth stocks', 'growth fund', 'positive covid', '{declines,declined} {to,comment}', '{drops,dropped} {plan,plans,bid,lawsuit,suit,case,appeal,proxy}', 'drops ... {probe,fight}', 'no damage', 'lift {market,maker,trucks,equipment}', 'weight loss', 'weight-loss', 'heat loss', 'hearing loss', 'hair loss', 'drag and drop', 'drag-and-drop', 'beat reporter', 'strike deal', '{strikes,struck} {deal,agreement,pact}', 'biggest moves', 'biggest movers',
];
/** Idioms, and what is neither a price nor a result: a text that says no more than this points nowhere, whatever its words say alone. */
// prettier-ignore
export const idioms: readonly string[] = [
  '{denies,denied,deny} ... {talks,report,reports,rumor,rumors,rumours,interest,bid,sale}',
  '{sheds,shed,shedding} light', '{drops,dropped,drop} ... {trailer,trailers,album,single,beta,teaser,hint,hints,video,update}', '{falls,fall,fell} in {line,love}', '{falls,fell} under', '{beats,beating} {its,the,a} drum', '{tops,topped,top} ... {list,lists,chart,charts,poll,ranking,rankings,box}', '{brings,bring,brought} down the', '{rises,rise,rose} to the {occasion,challenge}', '{gains,gain,gained} ... {member,members,access,insight,insights}', '{jumps,jump,jumped} {into,in on,on board}', '{plunges,plunge,plunged} into', '{rallies,rally} ... {volunteers,support,supporters,fans}', '{loses,lost,losing} ... {logo,accent}', '{shares,share} ... {report,tips,photo,photos,story,stories,data}', '{strikes,strike} a pose', '{hits,hit} the {road,shelves,market,streets,stores}', '{cuts,cut} ... ribbon', '{raises,raise} ... {awareness,questions,eyebrows}', '{low,lower} {cost,fat,carb,end,power,code,key}', '{high,higher} {end,speed,school,education,profile,tech}', '{stake,stakes,holding,holdings,shareholding,interest} ... {falls,drops,slips,declines,down,rises,up,climbs,grows} {below,to,above,under,over}', '{stake,stakes,holding,holdings,shareholding,interest} in ... {falls,drops,slips,declines,rises,climbs,grows}', '{lower,lowers,lowered} the {drawbridge,curtain,volume,bar}', '{fine,crash} {tuning,tunes,tune,course,test}', '{weighs,weigh,weighed,weighing} in', '{warm,cool} up', 'how to {upgrade,update,buy,gain}', '{short,shorts} film',
];
