/** Words for the kind of news rather than the event; they weigh little when events are distinguished. */

// prettier-ignore
const kindWords: ReadonlySet<string> = new Set(`reports report reported reporting results result quarter quarterly q1 q2 q3 q4 fiscal fy eps est estimate estimates estimated earnings revenue revenues sales adj adjusted gaap non beats beat misses miss vs conference call transcript presentation webcast
maintains maintain upgrades upgrade downgrades downgrade initiates initiate coverage reiterates reiterate raises raise lowers lower pt price target rating neutral outperform overweight buy hold sell perform underperform analyst
stock stocks share shares trading higher movers moving mover premarket session market markets update updates watch scheduled today yesterday midday top biggest gainers losers week daily news summary recap monday tuesday wednesday thursday friday january february march april june july august september october november december
goldman sachs morgan stanley jp jpmorgan citi citigroup deutsche bank ubs barclays jefferies nomura mizuho piper stifel nicolaus raymond james evercore cowen rbc bmo oppenheimer needham wedbush btig keybanc suntrust baird canaccord wells fargo credit suisse hsbc bofa merrill bernstein benzinga zacks seeking alpha reuters bloomberg cnbc marketwatch
fed ecb trump biden china russia ukraine us u.s india europe inflation oil gold bitcoin crypto wall street data rate rates economy
announces announce announced class action lawsuit firm investors shareholder shareholders alert reminds deadline dividend declares`.split(/\s+/));

export const isKindWord = (lowerWord: string): boolean => kindWords.has(lowerWord);
